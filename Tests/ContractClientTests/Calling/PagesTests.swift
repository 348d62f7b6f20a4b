import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Pages and links", .timeLimit(.minutes(2)))
struct PagesTests {
  struct Page: Codable, Sendable, Equatable {
    var items: [Int]
    var next: String?
  }

  /// Pages of a table, and the requested cursors.
  private final class Table: Sendable {
    private let pages: [String: Page]
    private let log = Lock<[String?]>([])

    init(_ pages: [String: Page]) { self.pages = pages }

    var asked: [String?] { log.withLock { $0 } }

    func page(_ cursor: String?) throws -> Page {
      log.withLock { $0.append(cursor) }
      guard let page = pages[cursor ?? ""] else { throw ClientError(.lostConnection, stage: .exchange, "gone") }
      return page
    }
  }

  private static func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    try await sequence.reduce(into: []) { $0.append($1) }
  }

  @Test("Pages and their elements are fetched on demand, anew for each iteration")
  func order() async throws {
    let table = Table([
      "": Page(items: [1, 2], next: "b"), "b": Page(items: [], next: "c"), "c": Page(items: [3], next: nil),
    ])
    let pages = Pages(next: \.next) { cursor in try table.page(cursor) }
    #expect(try await Self.all(pages).map(\.items) == [[1, 2], [], [3]])
    #expect(try await Self.all(pages.elements(\.items)) == [1, 2, 3])
    #expect(table.asked == [nil, "b", "c", nil, "b", "c"])
    var first = pages.elements(\.items).makeAsyncIterator()
    #expect(try await first.next() == 1)
    #expect(table.asked.count == 7)
    let rest = Pages(from: "c", next: \.next) { cursor in try table.page(cursor) }
    #expect(try await Self.all(rest.elements(\.items)) == [3])
  }

  @Test("An empty string as the next cursor ends the pages, as nil does")
  func emptyCursor() async throws {
    let table = Table(["": Page(items: [1], next: "b"), "b": Page(items: [2], next: "")])
    let pages = Pages(next: \.next) { cursor in try table.page(cursor) }
    #expect(try await Self.all(pages.elements(\.items)) == [1, 2])
    #expect(table.asked == [nil, "b"])
  }

  @Test("A repeated cursor, or one page too many, is an error after the last new page")
  func endless() async throws {
    let rows: [(pages: [String: Page], start: String?, max: Int, items: [Int], error: PagingError)] = [
      (["": Page(items: [1], next: "b"), "b": Page(items: [2], next: "b")], nil, 9, [1, 2], .repeatedCursor(page: 2)),
      (["b": Page(items: [2], next: "b")], "b", 9, [2], .repeatedCursor(page: 1)),
      (
        ["": Page(items: [1], next: "b"), "b": Page(items: [2], next: "c"), "c": Page(items: [3], next: "b")], nil, 9,
        [1, 2, 3], .repeatedCursor(page: 3)
      ),
      (["": Page(items: [1], next: "b"), "b": Page(items: [2], next: "c")], nil, 2, [1, 2], .tooManyPages(limit: 2)),
    ]
    for row in rows {
      let table = Table(row.pages)
      let pages = Pages(from: row.start, maxPages: row.max, next: \.next) { cursor in try table.page(cursor) }
      var iterator = pages.elements(\.items).makeAsyncIterator()
      var items: [Int] = []
      let error = await #expect(throws: PagingError.self) {
        while let item = try await iterator.next() { items.append(item) }
      }
      #expect(error == row.error && items == row.items)
      #expect(try await iterator.next() == nil)
    }
    let table = Table(["": Page(items: [1], next: nil)])
    #expect(try await Self.all(Pages(maxPages: 1, next: \.next) { try table.page($0) }).count == 1)
  }

  @Test("An error ends the iteration of pages")
  func failure() async throws {
    let table = Table(["": Page(items: [1], next: "none")])
    var iterator = Pages(next: \.next) { try table.page($0) }.makeAsyncIterator()
    #expect(try await iterator.next()?.items == [1])
    await #expect(throws: ClientError.self) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("The `next` relation of the Link header is parsed, and followed from page to page")
  func links() async throws {
    let rows: [([HTTPFieldValue], String?)] = [
      ([#"</b>; rel="next""#], "/b"), ([#"<https://h/a?x=1,2;3>; rel=next"#], "https://h/a?x=1,2;3"),
      ([#"</a>; rel="first", </b>;rel="last next""#], "/b"), ([#"</a>; rel=first"#, #"</b>; REL=NEXT"#], "/b"),
      ([#"</a>; title="a, <b>; rel=\"next\""; rel=prev, </c>; title="x"; rel="next""#], "/c"),
      ([#"</a>; rel=prev; rel=next"#], nil), ([#"</a>"#], nil), ([#"/a; rel=next"#], nil), ([#"</a; rel=next"#], nil),
      ([#"</a>; rel"#], nil), ([#"<>; rel=next"#], ""), ([], nil), ([#"</a>; rel="next"#], "/a"),
      (["</a\u{600}>; rel=\"next\""], "/a\u{600}"), (["</a>; rel=\u{600};rel=next,</b>;rel=next"], "/b"),
      (["</a>; title=\"\u{301}\", </b>;rel=\"\u{301}\\\" next\""], "/b"),
      ([##"</a>; rel=next; anchor="#part""##, "</b>; rel=next"], "/b"),
    ]
    for (values, target) in rows {
      var response = HTTPResponse(.ok)
      for value in values { response.fields.append("Link", value) }
      #expect(response.link("next") == target, "\(values.map(\.rawValue))")
    }
    let transport = AnsweringTransport { request, number in
      var response = HTTPResponse.json("[\(number)]")
      if number < 3 { response.fields["Link"] = HTTPFieldValue("</v1/users?page=\(number + 1)>; rel=\"next\"") }
      return response
    }
    let users = APIClient(transport)("users").query("limit", 1)
    let pages = Pages(next: { $0.1.link("next") }) { link in
      try await (link.map(users.at) ?? users).call(.http, as: .decodableWithResponse([Int].self))
    }
    #expect(try await Self.all(pages.elements(\.0)) == [1, 2, 3])
    #expect(transport.requests.map(\.target) == ["/v1/users?limit=1", "/v1/users?page=2", "/v1/users?page=3"])
  }

  @Test("A link replaces the path and the query, accepts additional queries, and refuses an additional path")
  func behind() async throws {
    let transport = AnsweringTransport(.json("{}"))
    let there = APIClient(transport)("users").query("a", 1).at("/v1/more?b=2")
    let error = await #expect(throws: ClientError.self) { try await there("7").delete() }
    #expect(error?.code == .invalidInput && error?.message.contains(".at(_:)") == true)
    #expect(transport.requests.isEmpty)
    try await there.header("X-A", "b").delete()
    try await there("7").at("/v1/x").delete()
    try await there.query("limit", 5).query("b", 3).delete()
    try await there.at("?c=4").query("d", 5).delete()
    try await there.query("gone", 1).at("/v1/y").query("z", "ä b").delete()
    #expect(
      transport.requests.map(\.target) == [
        "/v1/more?b=2", "/v1/x", "/v1/more?b=2&limit=5&b=3", "/v1/more?c=4&d=5", "/v1/y?z=%C3%A4%20b",
      ])
  }

  @Test("A call to a link is named explicitly, by the path before the link, or `/{link}`")
  func names() async throws {
    let metrics = ClientMetrics()
    let client = APIClient(AnsweringTransport(HTTPResponse(.notFound))).metrics(metrics)
    let rows: [(APIClient, String)] = [
      (client.at("/v2/a/uploads/1", named: "uploads.finish").patch, "uploads.finish"),
      (client.at("/v2/a/uploads/1").patch, "PATCH /{link}"), (client("users").at("/v1/x").get, "GET /users"),
      (client("users").at("/v1/x", named: "users.next").at("?page=3").get, "users.next"),
    ]
    for (call, name) in rows {
      let error = await #expect(throws: ClientError.self) { try await call.call() }
      #expect(error?.operationID == name && error?.description.hasPrefix("\(name): ") == true)
    }
    #expect(Set(metrics.snapshot().figures.keys.map(\.operation)) == Set(rows.map(\.1)))
  }

  private struct Finish: EndpointRequest {
    var id: Int
    var digest: String
    var note: String?

    static let content = RequestContent.none
    static let inputs: [InputDescription] = [
      InputDescription(.path, "id", type: "Int", isRequired: true),
      InputDescription(.query, "digest", type: "String", isRequired: true),
      InputDescription(.query, "note", type: "String", isRequired: false),
    ]

    func encode(into encoder: inout RequestEncoder) throws {
      try encoder.value(.path, "id", id)
      try encoder.value(.query, "digest", digest)
      try encoder.value(.query, "note", note)
    }

    static func decode(from decoder: inout RequestDecoder) -> Finish? { nil }
  }

  @Test("A contract call to a link keeps its types and joins both queries")
  func contracts() async throws {
    let finish = Endpoint<Finish, [Int]>(.put, "/uploads/{id}?final=true", id: "Uploads.finish", result: .json)
    let transport = AnsweringTransport { request, number in
      number == 3 ? HTTPResponse(.gone) : .json("[\(number)]")
    }
    let client = APIClient(transport).query("gone", 1)
    let input = Finish(id: 7, digest: "sha256:ab")
    #expect(try await client.at("/v2/a/s-1?_state=x%2Fy").call(finish, input) == [1])
    #expect(try await client.at("s-2?digest=own").query("more", 1).call(finish, input) == [2])
    let error = await #expect(throws: ClientError.self) { try await client.at("/v2/s-3").call(finish, input) }
    #expect(error?.operationID == "Uploads.finish" && error?.response?.status == .gone)
    #expect(transport.requests.map(\.method) == [.put, .put, .put])
    #expect(
      transport.requests.map(\.target) == [
        "/v2/a/s-1?_state=x%2Fy&final=true&digest=sha256%3Aab", "/v1/uploads/s-2?digest=own&final=true&more=1",
        "/v2/s-3?final=true&digest=sha256%3Aab",
      ])
  }

  @Test("A link is followed only within the origin, with the client's credentials")
  func places() async throws {
    let transport = AnsweringTransport(.json("{}"))
    let client = APIClient(transport)("users").query("a", 1).auth(.bearer("t"))
    let rows: [(String, String?)] = [
      ("/other?b=2", "/other?b=2"), ("?b=2", "/v1/users?b=2"), ("more", "/v1/more"), ("../x", "/x"),
      ("http://h.example/y", "/y"), ("http://h.example:80/y#f", "/y"), ("//h.example/z", "/z"), ("/ä b", "/%c3%a4%20b"),
      ("https://h.example/y", nil), ("http://other.example/y", nil), ("http://h.example:81/y", nil),
      ("http://u:p@h.example/y", nil), ("file:///etc/passwd", nil), ("http://", nil),
    ]
    for (reference, target) in rows {
      let count = transport.requests.count
      do {
        _ = try await client.at(reference).get.response()
        #expect(transport.requests.last?.target == target, "\(reference)")
        #expect(transport.requests.last?.fields["Authorization"] != nil)
      } catch let error as ClientError {
        #expect(
          target == nil && error.code == .invalidInput && error.operationID == "GET /users", "\(reference) \(error)")
        #expect(transport.requests.count == count)
      }
    }
  }
}
