import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractHTTP1

@Suite("Headers that a connection repeats", .ownThreads)
struct RepeatedFieldsTests {
  /// The headers of a browser, which are reused as a whole the second time.
  private static let browser = """
    Host: api.example:8080
    Connection: keep-alive
    User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36
    Accept: application/json, */*;q=0.5
    accept-ENCODING: gzip, deflate, br
    Content-Type: application/json
    Content-Length: 0
    Expect: 100-continue
    X-Empty:
    X-Twice: 1
    x-twice:  2\t
    Cookie: a=\u{FC}; b="c"


    """.replacing("\n", with: "\r\n")

  /// The result of a parser: the whole head or the error, and the number of parsed bytes.
  private func outcome(_ parser: inout RequestParser, _ input: [UInt8], cut: Int? = nil) -> String {
    var outcome = ""
    for part in cut.map({ [input[..<$0], input[$0...]] }) ?? [input[...]] {
      let part = Array(part)
      var position = 0
      switch parser.parse(part.span, from: &position) {
      case .needsInput: outcome = "more"
      case .invalid(let error): return "\(error)"
      case .head(let head, let facts):
        let lines = head.fields.lines.map { "\($0.name.rawName)=\($0.value.rawValue)" }
        let noted = RequestHead.NotedField.allCases.map { head.value(of: $0).map { text($0) } ?? "-" }
        let only = RequestHead.NotedField.allCases.map { head.onlyValue(of: $0) == nil }
        let found = ["X-Empty", "X-Twice", "Cookie", "Y"].map { head.joinedText(of: HTTPFieldName(unchecked: $0)) }
        let line = "\(head.method) \(head.path) \(head.query ?? "-") \(head.authority ?? "-") \(head.minorVersion)"
        return "\(line) \(lines) \(noted) \(only) \(found) \(facts) \(position)"
      }
    }
    return outcome
  }

  /// Compares the result of `input` after a request with the fields of `earlier` with its result on a new connection.
  private func compare(_ input: [UInt8], behind earlier: [UInt8], cut: Int? = nil, limits: HTTP1Limits = HTTP1Limits())
  {
    var used = RequestParser(limits: limits)
    var position = 0
    guard case .head = used.parse(earlier.span, from: &position) else { return }
    var new = RequestParser(limits: limits)
    let (again, alone) = (outcome(&used, input, cut: cut), outcome(&new, input, cut: cut))
    #expect(again == alone, "\(text(input)), cut at \(cut ?? 0)")
  }

  @Test("Headers equal to those of the previous request are parsed as on a new connection", arguments: RequestRow.all)
  func rows(_ row: RequestRow) {
    let input = bytes(row.input)
    guard let end = row.input.firstRange(of: "\r\n") else { return }
    let fields = String(row.input[end.upperBound...])
    for line in ["GET /a HTTP/1.1", "POST /longer?query HTTP/1.0", "HEAD http://b/ HTTP/1.1"] {
      compare(input, behind: bytes("\(line)\r\n\(fields)"))
      compare(bytes("\(line)\r\n\(fields)"), behind: input)
    }
  }

  @Test("Headers that differ slightly from the previous request's are parsed as on a new connection")
  func differences() {
    let earlier = bytes("GET /some HTTP/1.1\r\n\(Self.browser)")
    let input = bytes("PUT /s HTTP/1.1\r\n\(Self.browser)")
    for place in input.indices {
      var other = input
      for byte in [0x00, 0x0A, 0x0D, 0x20, 0x3A, 0x61, 0xFF] as [UInt8] {
        other[place] = byte
        compare(other, behind: earlier)
      }
      other = input
      other.remove(at: place)
      compare(other, behind: earlier)
      other.insert(contentsOf: [input[place], input[place]], at: place)
      compare(other, behind: earlier)
    }
  }

  @Test("Headers equal to the previous request's are parsed as on a new connection, wherever they are split")
  func cuts() {
    let earlier = bytes("GET /some HTTP/1.1\r\n\(Self.browser)")
    let input = bytes("DELETE /some/thing HTTP/1.1\r\n\(Self.browser)")
    for cut in 1..<input.count { compare(input, behind: earlier, cut: cut) }
    compare(input + earlier, behind: earlier)
    compare(input + bytes("x"), behind: earlier)
  }

  @Test("Headers equal to those of the previous request count toward the maximum head size")
  func limits() {
    let fields = "Host: a\r\nX: \(String(repeating: "x", count: 40))\r\n\r\n"
    for count in 1...80 {
      var limits = HTTP1Limits()
      limits.maxHeadBytes = 100
      let input = bytes("GET /\(String(repeating: "p", count: count)) HTTP/1.1\r\n\(fields)")
      compare(input, behind: bytes("GET / HTTP/1.1\r\n\(fields)"), limits: limits)
    }
  }

  @Test("HTTP/1.1 requires a Host even if the headers repeat those of an HTTP/1.0 request")
  func minorVersions() {
    for fields in ["\r\n", "X: y\r\n\r\n", Self.browser] {
      let (old, new) = (bytes("GET / HTTP/1.0\r\n\(fields)"), bytes("GET / HTTP/1.1\r\n\(fields)"))
      compare(new, behind: old)
      compare(old, behind: new)
      compare(old, behind: old)
    }
  }

  @Test("Headers too many or too long to be kept are parsed as on a new connection")
  func long() {
    for fields in [String(repeating: "A: b\r\n", count: 99), "X: \(String(repeating: "x", count: 5000))\r\n"] {
      let input = bytes("GET /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
      compare(input, behind: input)
      compare(bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), behind: input)
    }
  }

  /// Returns true if the fields are known. Otherwise stores them with this number of lines.
  private func isKnown(_ fields: String, lines count: Int = 1, to repeated: inout RepeatedFields) -> Bool {
    let input = bytes(fields)
    var lines = RequestHead.FieldLines()
    guard repeated.end(in: input.span, from: 0) == nil else {
      _ = repeated.take(&lines, at: 0)
      return true
    }
    let line = RequestHead.FieldLine(name: .init(0..<1), value: .init(3..<4))
    for _ in 0..<count { lines.append(line, in: input.span) }
    repeated.note(input.span, 0..<input.count, lines, ConnectionFields())
    return false
  }

  @Test("Headers are kept for comparison with the next request up to 1 KiB and 32 lines")
  func bounds() {
    let rows: [(bytes: Int, lines: Int, isKept: Bool)] = [
      (bytes: 1024, lines: 32, isKept: true), (bytes: 1025, lines: 1, isKept: false),
      (bytes: 1024, lines: 33, isKept: false), (bytes: 4, lines: 32, isKept: true),
    ]
    for row in rows {
      var repeated = RepeatedFields()
      let fields = String(repeating: "x", count: row.bytes)
      #expect(!isKnown(fields, lines: row.lines, to: &repeated))
      #expect(isKnown(fields, lines: row.lines, to: &repeated) == row.isKept, "\(row)")
    }
  }

  @Test("Headers are no longer compared after nine consecutive heads whose headers differ")
  func misses() {
    var repeated = RepeatedFields()
    for number in 1...8 { #expect(!isKnown("X: \(number)\r\n\r\n", to: &repeated)) }
    #expect(isKnown("X: 8\r\n\r\n", to: &repeated))
    for number in 1...8 { #expect(!isKnown("X: \(number)\r\n\r\n", to: &repeated)) }
    #expect(isKnown("X: 8\r\n\r\n", to: &repeated))
    for number in 1...9 { #expect(!isKnown("X: \(number)\r\n\r\n", to: &repeated)) }
    for _ in 0..<2 { #expect(!isKnown("X: 9\r\n\r\n", to: &repeated)) }
  }

  @Test("The parser does not retain a head that its handler has released")
  func heads() {
    var parser = RequestParser()
    let input = bytes("GET / HTTP/1.1\r\n\(Self.browser)")
    for _ in 0..<2 {
      weak var head: RequestHead?
      var position = 0
      guard case .head(let parsed, _) = parser.parse(input.span, from: &position) else {
        Issue.record("the input is a head")
        return
      }
      head = parsed
      #expect(head === parsed)
      _ = consume parsed
      #expect(head == nil)
    }
  }
}
