import ContractHTTP
import Testing

@Suite("HTTP vocabulary")
struct VocabularyTests {
  @Test(
    "A component is encoded except for unreserved characters, and decodes to the original",
    arguments: [
      ("", ""), ("aZ09-._~", "aZ09-._~"), (" ", "%20"), ("a/b?c#d", "a%2Fb%3Fc%23d"), ("é", "%C3%A9"), ("%", "%25"),
      ("+", "%2B"), ("😀", "%F0%9F%98%80"), ("&=;", "%26%3D%3B"),
    ])
  func component(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encoded(text, for: .component) == encoded)
    #expect(PercentEncoding.decode(Array(encoded.utf8)[...]) == text)
  }

  @Test(
    "A percent-encoded field value is valid, and decodes to the original",
    arguments: [
      ("plain text", "plain text"), (" edge ", "%20edge%20"), ("a\r\nb", "a%0D%0Ab"), ("50%", "50%25"),
      ("tab\t", "tab%09"), ("ü", "%C3%BC"), ("\u{7F}", "%7F"), (" ", "%20"),
    ])
  func fieldValue(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encoded(text, for: .fieldValue) == encoded)
    #expect(HTTPFieldValue(encoded) != nil)
    #expect(PercentEncoding.decode(Array(encoded.utf8)[...]) == text)
  }

  @Test(
    "Percent-decoding refuses malformed escapes, NUL and invalid UTF-8",
    arguments: ["%", "%4", "%zz", "%4g", "a%", "%00", "a\0", "%FF", "%C3", "%ED%A0%80"])
  func badEncoding(_ text: String) {
    #expect(PercentEncoding.decode(Array(text.utf8)[...]) == nil)
  }

  @Test("A plus sign decodes to a space only if `plusIsSpace` is set")
  func plus() {
    #expect(PercentEncoding.decode(Array("a+b".utf8)[...]) == "a+b")
    #expect(PercentEncoding.decode(Array("a+b%2B".utf8)[...], plusIsSpace: true) == "a b+")
  }

  @Test(
    "A field value with outer whitespace or a control character other than tab is refused",
    arguments: ["a\r\nX: b", "a\n", "\r", "\0", "\u{7F}", " a", "a\t", "\u{1}"])
  func badValues(_ text: String) {
    #expect(HTTPFieldValue(text) == nil)
  }

  @Test(
    "A field value may be empty, or contain inner whitespace, punctuation and non-ASCII letters",
    arguments: ["", "a", "a b\tc", "ü", "\"%;,"])
  func goodValues(_ text: String) {
    #expect(HTTPFieldValue(text)?.rawValue == text)
  }

  @Test("Field values are compared by bytes, not by canonical equivalence")
  func sameValues() {
    let (composed, decomposed): (HTTPFieldValue, HTTPFieldValue) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed != decomposed && Set([composed, decomposed, composed]).count == 2)
    #expect(composed == HTTPFieldValue("caf\u{E9}") && composed != HTTPFieldValue("caf"))
    #expect(HTTPFields([HTTPField("X", composed)]) != HTTPFields([HTTPField("X", decomposed)]))
  }

  @Test("A field name or method that is not a token is refused", arguments: ["", "a b", "a:", "ä", "a\r", "(", "a\0"])
  func badTokens(_ text: String) {
    #expect(HTTPFieldName(text) == nil)
    #expect(HTTPMethod(text) == nil)
  }

  @Test("Field names are case-insensitive, methods are case-sensitive")
  func comparison() {
    #expect(HTTPFieldName("X-A") == HTTPFieldName("x-a"))
    #expect(Set([HTTPFieldName("X-A"), HTTPFieldName("x-a")]).count == 1)
    #expect(HTTPMethod("get") != .get)
  }

  @Test("Methods are safe and idempotent as in RFC 9110 §9.2, and POST, PUT and PATCH expect a body")
  func methods() throws {
    let rows: [(method: HTTPMethod, isSafe: Bool, isIdempotent: Bool, expectsContent: Bool)] = [
      (.get, true, true, false), (.head, true, true, false), (.options, true, true, false),
      (.trace, true, true, false), (.put, false, true, true), (.delete, false, true, false),
      (.post, false, false, true), (.patch, false, false, true), (.connect, false, false, false),
      (try #require(HTTPMethod("BREW")), false, false, false),
    ]
    for row in rows {
      #expect(row.method.isSafe == row.isSafe, "\(row.method)")
      #expect(row.method.isIdempotent == row.isIdempotent, "\(row.method)")
      #expect(row.method.expectsContent == row.expectsContent, "\(row.method)")
    }
  }

  @Test("Reading a repeated header returns its lines in order, and assignment replaces all of them")
  func fields() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    #expect(fields["a"] == "1")
    #expect(fields.values("A") == ["1", "3"])
    fields["A"] = "4"
    #expect(fields.lines.map { "\($0.name)=\($0.value)" } == ["A=4", "B=2"])
    fields["A"] = nil
    #expect(!fields.contains("A"))
  }

  @Test("Descriptions and dumps of header fields redact credentials")
  func redaction() {
    let fields: HTTPFields = ["Authorization": "secret-1", "COOKIE": "secret-2", "Accept": "x"]
    #expect(!fields.description.contains("secret"))
    #expect(fields.description.contains("Accept: x"))
    var dumped = ""
    dump(fields, to: &dumped)
    dump(fields.lines, to: &dumped)
    #expect(!dumped.contains("secret") && dumped.contains("Accept") && dumped.contains("<redacted>"))
  }

  @Test("A status has three digits, allows no body for 1xx, 204 and 304, and prints its reason phrase")
  func statuses() {
    let outside: [Int] = [-1, 0, 99, 1000]
    for code in outside { #expect(HTTPStatus(code) == nil) }
    let bare: [Int] = [100, 199, 204, 304]
    for code in bare { #expect(HTTPStatus(code)?.allowsContent == false) }
    let full: [Int] = [200, 205, 404, 599]
    for code in full { #expect(HTTPStatus(code)?.allowsContent == true) }
    #expect(HTTPStatus.notFound.description == "404 Not Found")
    #expect((299 as HTTPStatus).description == "299")
  }

  @Test("A registered status has a reason phrase, and an unregistered one does not")
  func reasonPhrases() {
    let rows: [(status: HTTPStatus, code: Int, phrase: String)] = [
      (.continue, 100, "Continue"), (.temporaryRedirect, 307, "Temporary Redirect"),
      (.permanentRedirect, 308, "Permanent Redirect"), (.contentTooLarge, 413, "Content Too Large"),
      (.uriTooLong, 414, "URI Too Long"), (.unprocessableContent, 422, "Unprocessable Content"),
      (.requestHeaderFieldsTooLarge, 431, "Request Header Fields Too Large"),
      (.httpVersionNotSupported, 505, "HTTP Version Not Supported"), (299, 299, ""),
    ]
    for row in rows {
      #expect(row.status.code == row.code)
      #expect(row.status.reasonPhrase == row.phrase)
    }
  }

  @Test("A body within the limit is collected, and a longer one throws `HTTPBodyTooLarge`")
  func collect() async throws {
    let pieces = Lock([[UInt8](repeating: 1, count: 3), [UInt8](repeating: 2, count: 3)])
    let stream = ByteStream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    #expect(try await HTTPBody.stream(stream).collect(upTo: 6) == [1, 1, 1, 2, 2, 2])
    await #expect(throws: HTTPBodyTooLarge(maxBytes: 1)) { try await HTTPBody.bytes([1, 2]).collect(upTo: 1) }
    #expect(try await HTTPBody.empty.collect(upTo: 0).isEmpty)
  }
}
