import Contract
import Testing

@testable import ContractClient

@Suite("Stored responses")
struct StoredResponseTests {
  /// Thu, 01 Jan 2026 00:00:00 GMT, when the request was sent.
  private static let start = StoredResponse.Moment(now: 0, wall: TestClock.start)

  private static func moment(_ seconds: Double) -> StoredResponse.Moment {
    StoredResponse.Moment(now: Int64(seconds * 1e9), wall: TestClock.start + seconds)
  }

  private static func fields(_ lines: String) -> HTTPFields {
    HTTPFields(
      lines.split(separator: "\n").map { line in
        let parts = line.split(separator: ": ", maxSplits: 1)
        return HTTPField(HTTPFieldName(String(parts[0]))!, HTTPFieldValue(String(parts[1]))!)
      })
  }

  private static func stored(
    _ lines: String, _ status: HTTPStatus = .ok, request: HTTPFields = [:], after delay: Double = 0,
    isRedirectStored: Bool = false
  ) -> StoredResponse? {
    StoredResponse(
      HTTPResponse(status, fields: fields(lines), body: .bytes([1, 2, 3])), to: HTTPRequest(.get, "/", fields: request),
      in: .init(start: start, end: moment(delay)), isRedirectStored: isRedirectStored)
  }

  @Test(
    "A response with a lifetime is stored, and so is a success with a validator",
    arguments: [
      ("Cache-Control: max-age=60", 200), ("Cache-Control: private, max-age=60", 200),
      ("Expires: Thu, 01 Jan 2026 00:01:00 GMT", 200), ("ETag: \"a\"", 200), ("ETag: W/\"a\"", 203),
      ("Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT", 204), ("Cache-Control: max-age=0\nETag: \"a\"", 200),
      ("Cache-Control: max-age=60", 300), ("Cache-Control: max-age=60", 404), ("Cache-Control: max-age=60", 410),
    ] as [(lines: String, status: Int)])
  func kept(lines: String, status: Int) {
    #expect(Self.stored(lines, HTTPStatus(status)!) != nil)
  }

  @Test(
    "A response is not stored without a lifetime or a validator, or if a directive or its status forbids it",
    arguments: [
      ("Content-Type: text/plain", 200), ("Cache-Control: max-age=0", 200), ("Expires: 0", 200),
      ("Cache-Control: no-store, max-age=60\nETag: \"a\"", 200), ("Cache-Control: max-age=60\nVary: *", 200),
      ("Cache-Control: max-age=60\nVary: Accept, *", 200), ("Cache-Control: max-age=60", 206),
      ("Cache-Control: max-age=60", 304), ("ETag: \"a\"", 404), ("Cache-Control: max-age=60", 500),
      ("Cache-Control: max-age=60", 401), ("Cache-Control: max-age=60", 301), ("ETag: \"\u{FFFD}\"", 200),
    ] as [(lines: String, status: Int)])
  func notKept(lines: String, status: Int) {
    #expect(Self.stored(lines, HTTPStatus(status)!) == nil)
  }

  @Test("A response with more than 64 Vary names is not stored, and the size of a stored response includes those names")
  func varyLength() throws {
    func names(_ count: Int) -> String {
      (0..<count).map { "x\($0)" + String(repeating: "-", count: 200) }.joined(separator: ",")
    }
    let (long, short) = (names(64), names(1))
    let most = try #require(Self.stored("Cache-Control: max-age=60\nVary: \(long)"))
    let least = try #require(Self.stored("Cache-Control: max-age=60\nVary: \(short)"))
    #expect(most.byteCount - least.byteCount > 2 * (long.utf8.count - short.utf8.count))
    #expect(Self.stored("Cache-Control: max-age=60\nVary: \(names(65))") == nil)
    #expect(Self.stored("Cache-Control: max-age=60\nVary: \(long)\nVary: a") == nil)
  }

  @Test("A redirect with a lifetime is stored for a client that does not follow redirects")
  func redirects() {
    #expect(Self.stored("Cache-Control: max-age=60", .movedPermanently, isRedirectStored: true) != nil)
    #expect(Self.stored("ETag: \"a\"", .movedPermanently, isRedirectStored: true) == nil)
  }

  @Test(
    "A stored response is served while it is fresh",
    arguments: [
      ("Cache-Control: max-age=60", "", 0, 0), ("Cache-Control: max-age=60", "", 59, 59),
      ("Cache-Control: max-age=60", "", 60, nil), ("Cache-Control: max-age=60\nAge: 50", "", 9, 59),
      ("Cache-Control: max-age=60\nAge: 50", "", 10, nil), ("Cache-Control: max-age=60\nAge: x", "", 10, 10),
      ("Cache-Control: max-age=60\nAge: 50, 10", "", 9, 59), ("Cache-Control: max-age=60\nAge: 50, 10", "", 10, nil),
      ("Cache-Control: max-age=60\nAge: 50 , 1\nAge: 10", "", 9, 59),
      ("Cache-Control: max-age=60\nDate: Wed, 31 Dec 2025 23:59:30 GMT", "", 29, 59),
      ("Cache-Control: max-age=60\nDate: Wed, 31 Dec 2025 23:59:30 GMT\nAge: 40", "", 10, 50),
      ("Cache-Control: max-age=60\nDate: Thu, 01 Jan 2026 01:00:00 GMT", "", 10, 10),
      ("Expires: Thu, 01 Jan 2026 00:01:00 GMT", "", 59, 59), ("Expires: Thu, 01 Jan 2026 00:01:00 GMT", "", 60, nil),
      ("Expires: Thu, 01 Jan 2026 01:01:00 GMT\nDate: Thu, 01 Jan 2026 01:00:00 GMT", "", 59, 59),
      ("Expires: Thu, 01 Jan 2026 01:01:00 GMT\nDate: Thu, 01 Jan 2026 01:00:00 GMT", "", 60, nil),
      ("Cache-Control: max-age=60\nExpires: 0", "", 59, 59),
      ("Cache-Control: max-age=0\nETag: \"a\"\nExpires: Fri, 01 Jan 2027 00:00:00 GMT", "", 0, nil),
      ("Cache-Control: s-maxage=60\nETag: \"a\"", "", 0, nil), ("ETag: \"a\"", "", 0, nil),
      ("Cache-Control: max-age=60, no-cache", "", 0, nil), ("Cache-Control: max-age=60, no-cache=\"A\"", "", 0, nil),
      ("Cache-Control: max-age=60", "no-cache", 0, nil), ("Cache-Control: max-age=60", "max-age=10", 10, 10),
      ("Cache-Control: max-age=60", "max-age=10", 11, nil), ("Cache-Control: max-age=60", "max-age=x", 1, nil),
      ("Cache-Control: max-age=60", "min-fresh=20", 39, 39), ("Cache-Control: max-age=60", "min-fresh=20", 40, nil),
      ("Cache-Control: max-age=60", "max-stale=20", 79, 79), ("Cache-Control: max-age=60", "max-stale=20", 80, nil),
      ("Cache-Control: max-age=60", "max-stale", 9000, 9000), ("ETag: \"a\"", "max-stale=5", 4, 4),
      ("Cache-Control: max-age=60, must-revalidate", "max-stale", 59, 59),
      ("Cache-Control: max-age=60, must-revalidate", "max-stale", 60, nil),
      ("Cache-Control: max-age=60, no-cache", "max-stale", 0, nil),
    ] as [(lines: String, directives: String, seconds: Double, age: Int?)])
  // The age is nil where the response has to be revalidated.
  func freshness(lines: String, directives: String, seconds: Double, age: Int?) throws {
    let stored = try #require(Self.stored(lines))
    let wanted = CacheDirectives(["Cache-Control": HTTPFieldValue(directives)!])
    let answer = stored.response(to: wanted, at: Self.moment(seconds))
    #expect(answer?.fields["Age"]?.rawValue == age.map { "\($0)" })
    #expect(answer.map { $0.fields["Cache-Status"] == "contract; hit" } ?? true)
  }

  @Test("The age of a response includes its transfer time, and a change of one clock does not reduce it")
  func clocks() throws {
    let slow = try #require(Self.stored("Cache-Control: max-age=60\nAge: 5", after: 10))
    #expect(slow.response(to: CacheDirectives([:]), at: Self.moment(10))?.fields["Age"] == "15")
    let stored = try #require(Self.stored("Cache-Control: max-age=60"))
    for moment in [
      StoredResponse.Moment(now: 0, wall: TestClock.start + 30),
      StoredResponse.Moment(now: 30_000_000_000, wall: TestClock.start - 9000),
    ] {
      #expect(stored.response(to: CacheDirectives([:]), at: moment)?.fields["Age"] == "30")
    }
  }

  @Test("Connection-specific headers are not stored")
  func connectionFields() {
    let stored = Self.stored(
      "ETag: \"a\"\nConnection: close, X-Hop\nX-Hop: 1\nKeep-Alive: timeout=5\nAge: 4\nX-End: 2\nProxy-Authenticate: Basic"
    )
    #expect(stored?.response.fields == ["ETag": "\"a\"", "X-End": "2"])
  }

  private static func varying() throws -> StoredResponse {
    try #require(
      stored("Cache-Control: max-age=60\nVary: user-agent\nVary: Accept-Language", request: ["User-Agent": "a"]))
  }

  @Test(
    "A stored response matches requests with equal values of the headers that Vary names",
    arguments: [["User-Agent": "a"], ["User-Agent": "a", "Referer": "x"]] as [HTTPFields])
  func vary(fields: HTTPFields) throws {
    let stored = try Self.varying()
    #expect(stored.isSelected(by: HTTPRequest(.get, "/", fields: fields)))
  }

  @Test(
    "A stored response does not match requests with other values of the headers that Vary names",
    arguments: [["User-Agent": "b"], [:], ["user-agent": "a", "Accept-Language": "de"]] as [HTTPFields])
  func variedOtherwise(fields: HTTPFields) throws {
    let stored = try Self.varying()
    #expect(!stored.isSelected(by: HTTPRequest(.get, "/", fields: fields)))
  }

  @Test("The values of headers that Vary names are compared by bytes")
  func varyBytes() throws {
    let stored = try #require(Self.stored("ETag: \"a\"\nVary: Referer", request: ["Referer": "\u{E9}"]))
    #expect(stored.isSelected(by: HTTPRequest(.get, "/", fields: ["Referer": "\u{E9}"])))
    #expect(!stored.isSelected(by: HTTPRequest(.get, "/", fields: ["Referer": "e\u{301}"])))
  }

  @Test("A revalidation sends the stored ETag and Last-Modified, except an ETag with U+FFFD")
  func conditions() {
    let rows: [(String, HTTPFields)] = [
      ("ETag: W/\"a\"", ["If-None-Match": "W/\"a\""]),
      (
        "ETag: \"a\"\nLast-Modified: Wed, 31 Dec 2025 00:00:00 GMT",
        ["If-None-Match": "\"a\"", "If-Modified-Since": "Wed, 31 Dec 2025 00:00:00 GMT"]
      ), ("Cache-Control: max-age=1", [:]), ("Cache-Control: max-age=1\nETag: \"caf\u{FFFD}\"", [:]),
      (
        "ETag: \"caf\u{FFFD}\"\nLast-Modified: Wed, 31 Dec 2025 00:00:00 GMT",
        ["If-Modified-Since": "Wed, 31 Dec 2025 00:00:00 GMT"]
      ),
    ]
    for (lines, expected) in rows {
      var fields: HTTPFields = [:]
      Self.stored(lines)?.addConditions(to: &fields)
      #expect(fields == expected)
    }
  }

  @Test("A 304 updates stored headers except those about the body")
  func confirmation() throws {
    let stored = try #require(
      Self.stored("ETag: \"a\"\nX: old\nX: older\nContent-Type: a/b\nDate: Wed, 31 Dec 2025 00:00:00 GMT\nY: 1"))
    let fields = Self.fields(
      "ETag: W/\"a\"\nX: new\nContent-Type: c/d\nContent-Length: 0\nCache-Control: max-age=5\nConnection: X-Hop, Y\nX-Hop: 1\nY: 2"
    )
    let freshened = try #require(stored.freshened(by: HTTPResponse(.notModified, fields: fields)))
    #expect(freshened.status == .ok && freshened.bytes == [1, 2, 3])
    #expect(
      Set(freshened.fields.lines)
        == Set(Self.fields("Content-Type: a/b\nY: 1\nETag: W/\"a\"\nX: new\nCache-Control: max-age=5").lines))
    #expect(stored.freshened(by: HTTPResponse(.notModified)) != nil)
    #expect(stored.freshened(by: HTTPResponse(.notModified, fields: ["ETag": "\"b\""])) == nil)
  }
}
