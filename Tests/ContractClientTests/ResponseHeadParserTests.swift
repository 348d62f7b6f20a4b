import ContractHTTP
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("Response head parser")
struct ResponseHeadParserTests {
  private func parse(_ lines: [String], maxBytes: Int = 1 << 16, isHTTP2: Bool = false) throws -> ResponseHead? {
    var parser = ResponseHeadParser(maxBytes: maxBytes)
    parser.isHTTP2 = isHTTP2
    for line in lines {
      _ = try Array(line.utf8).withUnsafeBytes { bytes in try parser.parse(bytes) }
    }
    return parser.head
  }

  @Test(
    "A status line of every version that libcurl writes is parsed",
    arguments: [
      ("HTTP/1.1 200 OK\r\n", 200), ("HTTP/1.0 404 Not Found\r\n", 404), ("HTTP/1.1 204\r\n", 204),
      ("HTTP/1.1 204 \r\n", 204), ("HTTP/2 503 \r\n", 503), ("HTTP/1.1 999 \u{E4}\r\n", 999),
      ("HTTP/1.1 200 OK\n", 200),
    ])
  func statusLine(line: String, status: Int) throws {
    let head = try #require(try parse([line, "\r\n"], isHTTP2: line.hasPrefix("HTTP/2")))
    #expect(head.status.code == status)
  }

  @Test(
    "A version other than the connection's is refused",
    arguments: [
      (line: "HTTP/2 200\r\n", isHTTP2: false), (line: "HTTP/3 200\r\n", isHTTP2: false),
      (line: "HTTP/9 200\r\n", isHTTP2: false), (line: "HTTP/2 103\r\n", isHTTP2: false),
      (line: "HTTP/1.1 200\r\n", isHTTP2: true), (line: "HTTP/1.0 200\r\n", isHTTP2: true),
      (line: "HTTP/3 200\r\n", isHTTP2: true), (line: "HTTP/1.1 103\r\n", isHTTP2: true),
    ] as [(line: String, isHTTP2: Bool)])
  func otherVersion(line: String, isHTTP2: Bool) {
    let failure = #expect(throws: TransferFailure.self) { try parse([line, "\r\n"], isHTTP2: isHTTP2) }
    #expect(failure?.code == .malformedResponse)
  }

  @Test(
    "An invalid status line is refused",
    arguments: [
      "", "HTTP/1.1\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000\r\n", "HTTP/1.1 2x0\r\n", "HTTP/1.1 +20\r\n",
      "HTTP/1.1 000 x\r\n",
      "HTTP/1.10 200\r\n", "HTTP/1.2 200\r\n", "HTTP/11 200\r\n", "HTTP/1 200\r\n", "http/1.1 200\r\n",
      " HTTP/1.1 200\r\n",
      "HTTP/1.1  200\r\n", "HTTP/1.1 200 a\0b\r\n", "HTTP/1.1 101 Switching\r\n", "HTTP/ 1.1 200\r\n",
    ])
  func badStatusLine(line: String) {
    #expect(throws: TransferFailure.self) { try parse([line, "\r\n"]) }
  }

  @Test("Values are trimmed, folded lines joined and repeated names kept")
  func fields() throws {
    let head = try #require(
      try parse([
        "HTTP/1.1 200 OK\r\n", "A: \t 1 \t\r\n", "a:2\r\n", "Empty:\r\n", "F: x\r\n", "  y\r\n", "\tz\r\n",
        "U: \u{E4}\r\n",
        "\r\n",
      ]))
    #expect(head.fields.values("A") == ["1", "2"])
    #expect(head.fields["Empty"] == "")
    #expect(head.fields["F"] == "x y z")
    #expect(head.fields["U"] == "\u{E4}")
  }

  @Test(
    "A URI reference that is not UTF-8 is percent-encoded, and other values that are not UTF-8 contain U+FFFD",
    arguments: [
      (["Location: /\u{E9}?\u{C3}\u{A4}"], "/%E9?%C3%A4"), (["location: /\u{C3}\u{A4}"], "/\u{E4}"),
      (["Location: /a%20b\u{C3}c"], "/a%20b%C3c"), (["Location: /a", " \u{E9}"], "/a %E9"),
      (["Content-Location:\t\u{FF} "], "%FF"), (["ETag: \"\u{E9}\""], "\"\u{FFFD}\""),
      (["ETag: \"\u{C3}\u{A9}\""], "\"\u{E9}\""),
    ])
  func otherEncodings(lines: [String], value: String) throws {
    var parser = ResponseHeadParser(maxBytes: 1 << 16)
    for line in ["HTTP/1.1 302 Found"] + lines + [""] {
      // A character of a row is a byte.
      let bytes = line.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + Array("\r\n".utf8)
      _ = try bytes.withUnsafeBytes { try parser.parse($0) }
    }
    #expect(parser.head?.fields.lines.map(\.value.rawValue) == [value])
  }

  @Test("At most 1,000 field lines and 100 folded lines are accepted")
  func counts() throws {
    let status = "HTTP/1.1 200 OK\r\n"
    func fields(_ count: Int) -> [String] { (0..<count).map { "A\($0): b\r\n" } }
    #expect(try parse([status] + fields(1000) + ["\r\n"])?.fields.lines.count == 1000)
    #expect(throws: TransferFailure.self) { try parse([status] + fields(1001) + ["\r\n"]) }
    let fold = " more\r\n"
    #expect(try parse([status] + fields(1) + Array(repeating: fold, count: 100) + ["\r\n"]) != nil)
    #expect(throws: TransferFailure.self) { try parse([status] + fields(1) + Array(repeating: fold, count: 101)) }
  }

  @Test(
    "A header name keeps its spelling",
    arguments: [
      "Content-Type", "content-type", "CONTENT-TYPE", "Content-type", "X-Own", "x", "Strict-Transport-Security",
    ])
  func spelling(name: String) throws {
    let head = try #require(try parse(["HTTP/1.1 200 OK\r\n", "\(name): v\r\n", "\r\n"]))
    #expect(head.fields.lines.map(\.name.rawName) == [name])
    #expect(head.fields[HTTPFieldName(name)!] == "v")
  }

  @Test(
    "An invalid header name is refused, whatever its length",
    arguments: [": v", "Content Type: v", "Content-Typ\u{E9}: v", "Date : v", "Da(e: v", "no colon"])
  func badNames(line: String) {
    #expect(throws: TransferFailure.self) { try parse(["HTTP/1.1 200 OK\r\n", "\(line)\r\n", "\r\n"]) }
  }

  @Test(
    "A Content-Length up to Int.max is parsed, and a larger or invalid Content-Length is refused",
    arguments: [
      ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("9223372036854775807", Int.max),
      ("9223372036854775808", nil), ("1 2", nil), ("-1", nil), ("+1", nil), ("1,", nil), ("1, 2", nil), ("", nil),
      ("1x", nil),
    ])
  func lengths(text: String, length: Int?) throws {
    let lines = ["HTTP/1.1 200 OK\r\n", "Content-Length: \(text)\r\n", "\r\n"]
    if let length {
      #expect(try parse(lines)?.contentLength == length)
    } else {
      #expect(throws: TransferFailure.self) { try parse(lines) }
    }
  }

  @Test("A head is complete only after the blank line")
  func incomplete() throws {
    #expect(try parse(["HTTP/1.1 200 OK\r\n", "A: 1\r\n"]) == nil)
    #expect(try parse(["HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n"]) == nil)
    let head = try parse(["HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "\r\n"])
    #expect(head?.fields.isEmpty == true)
  }

  @Test("Equal lengths and content codings are recognized in a head, and the chunked coding replaces a length")
  func interpretation() throws {
    let head = try #require(
      try parse([
        "HTTP/1.1 200 OK\r\n", "Content-Length: 5, 5\r\n", "content-length: 5\r\n", "Content-Encoding: GZIP , br\r\n",
        "\r\n",
      ]))
    #expect(head.contentLength == 5)
    #expect(head.contentCodings == ["gzip", "br"])
    #expect(!head.isChunked)
    let chunked = [
      "HTTP/1.1 200 OK\r\n", "Content-Length: 5\r\n", "A: 1\r\n", "Transfer-Encoding: Chunked\r\n", "\r\n",
    ]
    let both = try #require(try parse(chunked))
    #expect(both.contentLength == nil && both.isChunked)
    #expect(both.fields == ["A": "1", "Transfer-Encoding": "Chunked"])
  }

  @Test("Trailers are dropped except Content-Digest")
  func digest() throws {
    var parser = ResponseHeadParser(maxBytes: 1 << 16)
    func take(_ line: String) throws { _ = try Array(line.utf8).withUnsafeBytes { try parser.parse($0) } }
    for line in ["HTTP/2 200\r\n", "Content-Digest: a\r\n", "\r\n"] {
      parser.isHTTP2 = true
      try take(line)
    }
    #expect(parser.trailingDigest == nil)
    for line in ["T: 1\r\n", "content-digest: b\r\n", " c\r\n", "Content-Digest:d\r\n", "\r\n"] { try take(line) }
    #expect(parser.trailingDigest == "b, d")
    #expect(parser.head?.fields == ["Content-Digest": "a"])
  }

  @Test("Trailers do not change the head, and a second head is accepted only before the body")
  func trailers() throws {
    var parser = ResponseHeadParser(maxBytes: 1 << 16)
    func take(_ line: String) throws { _ = try Array(line.utf8).withUnsafeBytes { try parser.parse($0) } }
    for line in ["HTTP/1.1 417 No\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"] { try take(line) }
    #expect(parser.head?.status == .ok)
    parser.hasContent = true
    for line in ["T: 1\r\n", "HTTP/1.1 500 No\r\n", "\r\n"] { try take(line) }
    #expect(parser.head?.status == .ok)
    #expect(parser.head?.fields == ["A": "1"])
  }

  @Test("Every line of the head and of the trailers counts toward the size limit")
  func limit() throws {
    let lines = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"]
    let count = lines.joined().utf8.count
    #expect(try parse(lines, maxBytes: count) != nil)
    #expect(throws: TransferFailure.self) { try parse(lines, maxBytes: count - 1) }
    #expect(throws: TransferFailure.self) { try parse(lines + ["T: 1\r\n"], maxBytes: count) }
  }
}
