import Contract
import ContractTestSupport
import Testing

/// Texts and lists in header fields, as both ends spell them.
@Suite("Header parameters")
struct HeaderSpellingTests {
  static func operation(_ wire: Contract.Wire = .standard) -> APIOperation {
    APIOperation(id: "probe", method: .get, path: "/", traits: [.wire(wire)])
  }

  /// The field values that a client sends.
  static func sent(
    _ wire: Contract.Wire = .standard, name: HTTPFieldName = "X-A", _ encode: (inout RequestEncoder) throws -> Void
  ) throws -> [String] {
    var encoder = RequestEncoder(for: operation(wire))
    try encode(&encoder)
    return try encoder.finish().fields.values(name).map(\.rawValue)
  }

  /// The values that a server reads from header lines.
  static func received<T>(
    _ lines: [String], _ wire: Contract.Wire = .standard, name: HTTPFieldName = "X-A",
    _ decode: (inout RequestDecoder) -> T?
  ) async throws -> T? {
    var fields = HTTPFields()
    for line in lines { fields.append(name, try #require(HTTPFieldValue(line))) }
    let message = HTTPRequest(.get, "/", fields: fields)
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation(wire)))
    let value = decode(&decoder)
    #expect((value == nil) == !decoder.failures.isEmpty)
    return value
  }

  static let verbatim = [
    "", "a", "/a%20b", "http://example.com/?q=%C3%A4&r=100%", "100% sure", "a  b\tc", "W/\"1\", \"2\"",
    "~!#$^&*()_+{}|:<>?`",
    "%", "%zz", "UTF-8''a%20b",
  ]

  @Test("A header value of visible ASCII is sent and read unchanged", arguments: verbatim)
  func verbatimText(text: String) async throws {
    #expect(try Self.sent { try $0.value(.header, "X-A", text) } == [text])
    #expect(try await Self.received([text]) { $0.value(.header, "X-A", as: String.self) } == text)
  }

  @Test(
    "A header value that cannot be sent is refused before the request",
    arguments: ["ä", " a", "a\t", "a\r\nb", "\u{7F}"])
  func refusedText(text: String) {
    let message =
      "the header value `X-A` has a character that is not allowed in a header (control, non-ASCII, or outer white "
      + "space); send it in the query or the body, or set `@Wire(Wire { $0.headerText = .percentEncoded })` on both ends"
    for encode: (inout RequestEncoder) throws -> Void in [
      { try $0.value(.header, "X-A", text) }, { try $0.value(.header, "X-A", text as String?) },
      { try $0.dictionary(.header, "more", ["X-A": text]) },
    ] {
      #expect { try Self.sent(.standard, encode) } throws: { "\($0)" == message }
    }
  }

  @Test("A received header value is read as UTF-8, and other bytes are refused")
  func received() async throws {
    #expect(try await Self.received(["naïve"]) { $0.value(.header, "X-A", as: String.self) } == "naïve")
    #expect(ParameterText([0xFF], .header).string == nil)
  }

  static let spelled: [(text: String, percentEncoded: String, extended: String)] = [
    ("a b", "a b", "a b"), ("100%", "100%25", "100%"), ("ä", "%C3%A4", "UTF-8''%C3%A4"),
    (" a", "%20a", "UTF-8''%20a"), ("a\r\nb", "a%0D%0Ab", "UTF-8''a%0D%0Ab"),
    ("UTF-8''x", "UTF-8''x", "UTF-8''UTF-8%27%27x"), ("utf-8'en'x", "utf-8'en'x", "UTF-8''utf-8%27en%27x"),
  ]

  @Test("A header value is percent-encoded or an RFC 8187 extended value if configured", arguments: spelled)
  func spelledText(text: String, percentEncoded: String, extended: String) async throws {
    for (style, value) in [(Contract.Wire.HeaderText.percentEncoded, percentEncoded), (.extended, extended)] {
      let wire = Contract.Wire { $0.headerText = style }
      #expect(try Self.sent(wire) { try $0.value(.header, "X-A", text) } == [value])
      #expect(try await Self.received([value], wire) { $0.value(.header, "X-A", as: String.self) } == text)
    }
    let wire = Contract.Wire { $0.headerText = .extended }
    let languages = ["UTF-8'en'%c2%a3", "utf-8'de-DE'%C2%A3"]
    for value in languages {
      #expect(try await Self.received([value], wire) { $0.value(.header, "X-A", as: String.self) } == "£")
    }
    #expect(try await Self.received(["UTF-8''%zz"], wire) { $0.value(.header, "X-A", as: String.self) } == nil)
  }

  @Test(
    "A header that other programs return unchanged is never encoded",
    arguments: [Contract.Wire.HeaderText.percentEncoded, .extended], ["ETag", "last-event-id", "Set-Cookie"])
  func unencoded(style: Contract.Wire.HeaderText, name: String) async throws {
    let wire = Contract.Wire { $0.headerText = style }
    let field = try #require(HTTPFieldName(name))
    for text in ["\"50%25\"", "a%41", "UTF-8''a%20b"] {
      #expect(try Self.sent(wire, name: field) { try $0.value(.header, name, text) } == [text])
      #expect(try await Self.received([text], wire, name: field) { $0.value(.header, name, as: String.self) } == text)
    }
    let tag = try #require(EntityTag("50%25"))
    #expect(try Self.sent(wire, name: "If-Match") { $0.ifMatch(.header, "If-Match", IfMatch(tag)) } == ["\"50%25\""])
    let read = try await Self.received(["\"50%25\""], wire, name: "If-Match") { $0.ifMatch(.header, "If-Match") }
    #expect(read == IfMatch(tag))
  }

  @Test(
    "Each element of Set-Cookie is one line, unchanged (RFC 6265 §3)",
    arguments: [Contract.Wire.HeaderArrays.repeated, .combined])
  func cookies(arrays: Contract.Wire.HeaderArrays) async throws {
    let wire = Contract.Wire { $0.headerArrays = arrays }
    for cookies in [["sid=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", #"q="a,b"; Path=/"#], ["a=1"], []] {
      #expect(try Self.sent(wire, name: .setCookie) { try $0.value(.header, "Set-Cookie", cookies) } == cookies)
      let read = try await Self.received(cookies, wire, name: .setCookie) {
        $0.value(.header, "Set-Cookie", as: [String].self)
      }
      #expect(read == cookies)
    }
    #expect(throws: InvalidInput.self) {
      try Self.sent(wire, name: .setCookie) { try $0.value(.header, "Set-Cookie", ["a=b\r\nX: y"]) }
    }
  }

  static let lists: [(lines: [String], elements: [String])] = [
    (["1, 2"], ["1", "2"]), (["1", "2"], ["1", "2"]), (["1 ,2", "3\t,\t4"], ["1", "2", "3", "4"]),
    ([",1,, 2,"], ["1", "2"]), ([""], []), ([" , "].map { $0.trimmed }, []), ([#""a, b", c"#], ["a, b", "c"]),
    ([#""a \"b\" \\c""#], [#"a "b" \c"#]), ([#""""#], [""]), ([#"W/"1,2", x"#], [#"W/"1,2""#, "x"]),
    ([#"en;q="0,5", de"#], [#"en;q="0,5""#, "de"]), ([#""a, b"#], [#""a, b"#]), ([#""a"b"#], [#""a"b"#]),
  ]

  @Test("A header list is read alike from one line and several (RFC 9110 §5.3)", arguments: lists)
  func combinedLists(lines: [String], elements: [String]) async throws {
    #expect(try await Self.received(lines) { $0.value(.header, "X-A", as: [String].self) } == elements)
    #expect(try await Self.received(lines) { $0.value(.header, "X-A", as: [String]?.self) } == .some(elements))
    #expect(
      try await Self.received(lines) { $0.value(.header, "X-A", as: [String].self, default: ["default"]) } == elements)
  }

  @Test("A header may carry a list of numbers")
  func numbers() async throws {
    #expect(try await Self.received(["1, 2", "3"]) { $0.value(.header, "X-A", as: [Int].self) } == [1, 2, 3])
    #expect(try await Self.received(["1, x"]) { $0.value(.header, "X-A", as: [Int].self) } == nil)
    #expect(try await Self.received(["1, 2"]) { $0.value(.header, "X-A", as: Int.self) } == nil)
  }

  static let quoted: [(elements: [String], lines: [String])] = [
    (["a", "b"], ["a", "b"]), (["a,b", "c"], [#""a,b""#, "c"]), ([""], [#""""#]), ([" a"], [#"" a""#]),
    ([#""a""#], [#""\"a\"""#]), ([#"W/"1,2""#], [#"W/"1,2""#]), ([#"a"b"#], [#""a\"b""#]), ([#"a\b"#], [#"a\b"#]),
    ([], []),
  ]

  @Test("A header list is sent as configured, and elements are quoted where needed", arguments: quoted)
  func sentLists(elements: [String], lines: [String]) async throws {
    #expect(try Self.sent { try $0.value(.header, "X-A", elements) } == lines)
    let combined = Contract.Wire { $0.headerArrays = .combined }
    let line = try Self.sent(combined) { try $0.value(.header, "X-A", elements) }
    #expect(line == (lines.isEmpty ? [] : [lines.joined(separator: ", ")]))
    for values in [lines, line] {
      #expect(try await Self.received(values) { $0.value(.header, "X-A", as: [String].self) } == elements)
    }
  }

  @Test("A list element that no quoted string can hold is refused")
  func refusedElements() {
    for text in ["ä", "a\nb"] {
      #expect(throws: InvalidInput.self) { try Self.sent { try $0.value(.header, "X-A", ["a", text]) } }
    }
  }

  @Test(
    "A header list round-trips in every encoding",
    arguments: [Contract.Wire.HeaderText.verbatim, .percentEncoded, .extended],
    [Contract.Wire.HeaderArrays.repeated, .combined])
  func roundTrips(text: Contract.Wire.HeaderText, arrays: Contract.Wire.HeaderArrays) async throws {
    let wire = Contract.Wire {
      $0.headerText = text
      $0.headerArrays = arrays
    }
    var random = Randomness()
    for _ in 0..<500 {
      let elements = random.list { random in
        let scalars = random.text().unicodeScalars
        return String(
          String.UnicodeScalarView(scalars.filter { text != .verbatim || ($0.value >= 0x20 && $0.value < 0x7F) }))
      }
      let lines = try Self.sent(wire) { try $0.value(.header, "X-A", elements) }
      let read = try await Self.received(lines, wire) { $0.value(.header, "X-A", as: [String].self) }
      #expect(read == elements, "seed \(random.seed): \(lines)")
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
