import Contract
import Testing

@testable import ContractClient

@Suite("Cache table")
struct CacheTableTests {
  private static let sharingScope = SharingScope()

  private static func key(_ url: String, _ user: HTTPFieldValue = "ann") -> CacheTable.Key {
    CacheTable.Key(
      url: url,
      requester: .init(sharingScope: sharingScope, followsRedirects: true, fields: [HTTPField(.authorization, user)]))
  }

  private static func response(_ text: String, _ fields: HTTPFields = [:]) -> StoredResponse {
    let moment = StoredResponse.Moment(now: 0, wall: 0)
    var response = HTTPResponse(.ok, fields: fields, body: .bytes(Array(text.utf8)))
    response.fields["Cache-Control"] = "max-age=60"
    return StoredResponse(
      response, to: request, in: .init(start: moment, end: moment), isRedirectStored: false)!
  }

  private static let request = HTTPRequest(.get, "/", fields: [.userAgent: "a"])

  private static func keep(_ text: String, _ key: CacheTable.Key, in table: inout CacheTable) {
    let flight = table.begin(key.url)
    table.keep(response(text), for: key, request, flight)
    table.end(flight)
  }

  private static func text(_ key: CacheTable.Key, in table: inout CacheTable) -> String? {
    table.response(for: key, request)?.response.text
  }

  @Test("The last response for each key is kept")
  func keys() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let (ann, bob) = (Self.key("/a"), Self.key("/a", "bob"))
    Self.keep("old", ann, in: &table)
    Self.keep("new", ann, in: &table)
    Self.keep("bob's", bob, in: &table)
    #expect(table.count == 2)
    #expect(Self.text(ann, in: &table) == "new" && Self.text(bob, in: &table) == "bob's")
    #expect(Self.text(Self.key("/b"), in: &table) == nil)
  }

  @Test("Several variants are kept for a response with Vary")
  func variants() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let moment = StoredResponse.Moment(now: 0, wall: 0)
    for agent: HTTPFieldValue in ["a", "b"] {
      let request = HTTPRequest(.get, "/", fields: [.userAgent: agent])
      let response = HTTPResponse(
        .ok, fields: ["ETag": "\"1\"", "Vary": "User-Agent"], body: .bytes(Array(agent.rawValue.utf8)))
      let stored = StoredResponse(
        response, to: request, in: .init(start: moment, end: moment), isRedirectStored: false)
      table.keep(stored, for: Self.key("/"), request, table.begin("/"))
    }
    for agent: HTTPFieldValue in ["a", "b"] {
      let request = HTTPRequest(.get, "/", fields: [.userAgent: agent])
      #expect(table.response(for: Self.key("/"), request)?.response.text == agent.rawValue)
    }
    #expect(table.response(for: Self.key("/"), HTTPRequest(.get, "/")) == nil)
  }

  private static func variant(_ text: String, _ language: HTTPFieldValue, vary: HTTPFieldValue?) -> (
    response: StoredResponse, request: HTTPRequest
  ) {
    let moment = StoredResponse.Moment(now: 0, wall: 0)
    let request = HTTPRequest(.get, "/", fields: ["Accept-Language": language])
    var response = HTTPResponse(.ok, fields: ["ETag": "\"1\""], body: .bytes(Array(text.utf8)))
    response.fields["Vary"] = vary
    let stored = StoredResponse(
      response, to: request, in: .init(start: moment, end: moment), isRedirectStored: false)!
    return (stored, request)
  }

  @Test("The response to the later request is kept, whichever response arrives first")
  func order() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let key = Self.key("/a")
    let (early, late) = (table.begin("/a"), table.begin("/a"))
    table.keep(Self.response("late"), for: key, Self.request, late)
    table.keep(Self.response("early"), for: key, Self.request, early)
    #expect(Self.text(key, in: &table) == "late")
    table.keep(nil, for: key, Self.request, early)
    #expect(Self.text(key, in: &table) == "late")
    table.keep(Self.response("later"), for: key, Self.request, late)
    #expect(Self.text(key, in: &table) == "later" && table.count == 1)
  }

  @Test("A response that must not be stored discards the responses to all earlier requests for its URL")
  func overtaken() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let (key, other) = (Self.key("/a"), Self.key("/a", "other"))
    let (early, middle, late) = (table.begin("/a"), table.begin("/a"), table.begin("/a"))
    let elsewhere = table.begin("/b")
    table.keep(nil, for: key, Self.request, middle)
    table.keep(Self.response("early"), for: key, Self.request, early)
    table.keep(Self.response("early"), for: other, Self.request, early)
    #expect(table.count == 0)
    table.keep(Self.response("late"), for: key, Self.request, late)
    table.keep(Self.response("elsewhere"), for: Self.key("/b"), Self.request, elsewhere)
    #expect(Self.text(key, in: &table) == "late" && table.count == 2)
  }

  @Test("A response that must not be stored removes the stored variants for its request")
  func superseded() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let key = Self.key("/")
    let (first, second) = (
      Self.variant("first", "en", vary: "Accept-Language"), Self.variant("second", "de", vary: nil)
    )
    for (response, request) in [first, second] { table.keep(response, for: key, request, table.begin("/")) }
    #expect(table.count == 2 && table.response(for: key, first.request)?.response.text == "second")
    table.keep(nil, for: key, first.request, table.begin("/"))
    #expect(table.count == 0)
  }

  @Test("The most recently requested of several matching variants is returned")
  func variantOrder() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let key = Self.key("/")
    let (early, late) = (table.begin("/"), table.begin("/"))
    let (de, en) = (Self.variant("early", "de", vary: nil), Self.variant("late", "en", vary: "Accept-Language"))
    table.keep(en.response, for: key, en.request, late)
    table.keep(de.response, for: key, de.request, early)
    #expect(table.response(for: key, en.request)?.response.text == "late")
    #expect(table.response(for: key, de.request)?.response.text == "early")
  }

  @Test("Keys are compared by bytes, not by Unicode equivalence")
  func spelling() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    let keys = [
      Self.key("/caf\u{E9}"), Self.key("/cafe\u{301}"), Self.key("/a", "\u{E9}"), Self.key("/a", "e\u{301}"),
    ]
    for (number, key) in keys.enumerated() { Self.keep("\(number)", key, in: &table) }
    #expect(keys.map { Self.text($0, in: &table) } == ["0", "1", "2", "3"])
  }

  @Test("The least recently used response is evicted first")
  func recency() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 3, maxEntryBytes: 1 << 20)
    for url in ["a", "b", "c"] { Self.keep(url, Self.key(url), in: &table) }
    for _ in 0..<1000 { for url in ["c", "b", "a"] { _ = Self.text(Self.key(url), in: &table) } }
    Self.keep("d", Self.key("d"), in: &table)
    #expect(["a", "b", "c", "d"].map { Self.text(Self.key($0), in: &table) } == ["a", "b", nil, "d"])
    Self.keep("e", Self.key("e"), in: &table)
    #expect(["a", "b", "d", "e"].map { Self.text(Self.key($0), in: &table) } == [nil, "b", "d", "e"])
  }

  @Test("The table stays within its byte limit, and clearing it frees all bytes")
  func bytes() {
    var table = CacheTable(maxBytes: 10_000, maxEntries: 1000, maxEntryBytes: 5000)
    let text = String(repeating: "x", count: 1000)
    for number in 0..<100 {
      Self.keep(text, Self.key("\(number)"), in: &table)
      #expect(table.byteCount <= 10_000 && table.byteCount >= 1000 * table.count)
    }
    #expect(table.count > 3)
    Self.keep(String(repeating: "x", count: 5000), Self.key("long"), in: &table)
    #expect(Self.text(Self.key("long"), in: &table) == nil && table.count > 3)
    for number in 0..<100 { table.invalidate("\(number)") }
    #expect(table.count == 0 && table.byteCount == 0)
    Self.keep("a", Self.key("a"), in: &table)
    table.removeAll()
    #expect(table.count == 0 && table.byteCount == 0)
  }

  @Test("An invalidated URL is removed for every user, and responses to earlier requests are not stored")
  func invalidation() {
    var table = CacheTable(maxBytes: 1 << 20, maxEntries: 10, maxEntryBytes: 1 << 20)
    for user: HTTPFieldValue in ["ann", "bob"] { Self.keep("old", Self.key("/a", user), in: &table) }
    Self.keep("b", Self.key("/b"), in: &table)
    let (early, other) = (table.begin("/a"), table.begin("/b"))
    table.invalidate("/a")
    #expect(table.count == 1)
    table.keep(Self.response("early"), for: Self.key("/a"), Self.request, early)
    table.keep(Self.response("other"), for: Self.key("/b"), Self.request, other)
    #expect(Self.text(Self.key("/a"), in: &table) == nil && Self.text(Self.key("/b"), in: &table) == "other")
    let late = table.begin("/a")
    table.keep(Self.response("late"), for: Self.key("/a"), Self.request, late)
    #expect(Self.text(Self.key("/a"), in: &table) == "late")
    let forgotten = table.begin("/b")
    table.removeAll()
    #expect(table.begin("/c") != forgotten)
    table.keep(Self.response("forgotten"), for: Self.key("/b"), Self.request, forgotten)
    #expect(table.count == 0)
  }
}
