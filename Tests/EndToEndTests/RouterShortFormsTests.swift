import Contract
import ContractTesting
import Testing

@Request(.get, "/greetings")
private struct Greet {
  @Query var name: String
  typealias Response = String
}

/// Short forms of routes.
@Suite("Chained router expressions")
struct RouterShortFormsTests {
  private static let version = Endpoint<Empty, String>(.get, "/version")

  @Test("A chained router serves endpoints, requests, raw routes and collections")
  func chain() async throws {
    let router = Router()
      .on(Self.version) { request in "1.4 \(request.head.fields["X-A"]?.rawValue ?? "-")" }
      .on(Greet.self) { _, greet in "hello \(greet.name)" }
      .on(PapyrusTodos().path) { request, data in "\(request.head.method) \(data.someID)" }
      .add(TodosRoutes(TodoService()))
      .on(nil, "/{path...}") { request in .text("nothing at \(request.head.path)", status: .notFound) }
    #expect(router.routes.count == 4 + TodosRoutes(TodoService()).routes.count)
    try await withServer(Server(port: 0, threads: 1, router: router)) { (client) async throws in
      #expect(try await client.header("X-A", "b").call(Self.version) == "1.4 b")
      #expect(try await Greet(name: "Jo").perform(with: client) == "hello Jo")
      #expect(try await PapyrusTodos(client).path.request(.init(someID: "7")) == "POST 7")
      #expect(try await TodosAPI(client).todo(id: 3).title == "todo 3")
      #expect(try await client("else").validator(.always).call(.http, as: .string) == "nothing at /else")
    }
  }

  @Test("A router statement changes the variable but not a router derived from it")
  func statements() {
    var router = Router()
    router.on(Self.version) { _ in "1" }
    let longer: Router = router.on(.get, "/a") { _ in .text("a") }
    router.on(.get, "/b") { _ in .text("b") }
    #expect(router.routes.map(\.operation.path.description) == ["/version", "/b"])
    #expect(longer.routes.map(\.operation.path.description) == ["/version", "/a"])
  }

  @Test("Closures serve as middleware for the server and for some routes")
  func closures() async throws {
    let order = Lock<[String]>([])
    let outer = ClosureMiddleware { request, next in
      order.withLock { $0.append("server") }
      var response = try await next(request)
      response.fields["X-Server"] = "1"
      return response
    }
    let routes = TodosRoutes(TodoService()).middleware { request, next in
      order.withLock { $0.append("routes") }
      if request.fields["X-Stop"] != nil { return HTTPResponse(.forbidden) }
      return try await next(request)
    }
    try await withServer(Server(port: 0, threads: 1, middleware: [outer]) { routes }) { (client) async throws in
      #expect(try await TodosAPI(client).todo(id: 3).id == 3)
      let stopped = try await client.header("X-Stop", "1")("todos")(3).response()
      #expect(stopped.status == .forbidden && stopped.fields["X-Server"] == "1")
      _ = try await client("nowhere").response()
    }
    #expect(order.withLock { $0 } == ["server", "routes", "server", "routes", "server"])
  }
}
