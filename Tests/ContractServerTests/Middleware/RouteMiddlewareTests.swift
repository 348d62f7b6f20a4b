import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer

@Suite("Route middleware", .ownThreads)
struct RouteMiddlewareTests {
  struct Tag: ServerMiddleware {
    let name: HTTPFieldValue
    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      var request = request
      request.fields.append("X-Tag", name)
      var response = try await next(request)
      response.fields.append("X-Tag", name)
      return response
    }
  }

  static func routes() -> [Route] {
    var router = Router()
    router.on(.get, "/a/{id}") { request in
      .text(
        "\(request.pathValue("id") ?? "-") \(request.head.joinedText(of: "X-Tag") ?? "-") \(Exchange.current == nil)")
    }
    return router.routes
  }

  @Test("Route middleware runs inside the server's middleware, and only for its routes")
  func order() async throws {
    var router = Router()
    router.on(.get, "/b") { .text($0.head.joinedText(of: "X-Tag") ?? "-") }
    let tagged = Self.routes().middleware([Tag(name: "2"), Tag(name: "3")])
    let server = try MiddlewareFixture([Tag(name: "1")], tagged + router.routes)
    let response = try await server.send(.get, "/a/7")
    #expect(try await response.text == "7 1, 2, 3 false")
    #expect(response.fields.values("X-Tag") == ["3", "2", "1"])
    #expect(try await server.send(.get, "/b").text == "1")
  }

  @Test("Route middleware works without server middleware and does not see refusals")
  func alone() async throws {
    let admitted = Self.routes().requiring { head, _ in head.text(of: "X-Go") == nil ? Problem(.forbidden) : nil }
    let server = try MiddlewareFixture([], admitted.middleware([Tag(name: "2")]))
    #expect(try await server.send(.get, "/a/7", ["X-Go": "1"]).text == "7 2 false")
    let refused = try await server.send(.get, "/a/7")
    #expect(refused.status == 403 && refused.fields.values("X-Tag").isEmpty)
  }

  @Test("Only routes with middleware have an exchange")
  func exchanges() async throws {
    var router = Router()
    router.on(.get, "/plain") { .text($0.exchange == nil ? "none" : "one") }
    var tagged = Router()
    tagged.on(.get, "/tagged") { .text($0.exchange == nil ? "none" : "one") }
    tagged.on(.get, "/early") { _ in HTTPResponse(103) }
    let routes = router.routes + tagged.routes.middleware([Tag(name: "1")])
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) { routes }
    let address = try await server.start()
    let client = try RawClient(.ipv4(0x7f00_0001, port: UInt16(address.port)))
    let inProcess = try MiddlewareFixture([], routes)
    for (path, status, text) in [
      ("/plain", 200, "none"), ("/tagged", 200, "one"), ("/early", 500, nil), ("/nowhere", 404, nil),
    ] as [(String, Int, String?)] {
      try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try client.response()
      #expect(response.status == status && (text == nil || response.body == text), "\(path)")
      let other = try await inProcess.send(.get, path)
      #expect(other.status.code == status)
      if let text { #expect(try await other.text == text) }
    }
    await server.stop()
  }

  @Test("Route middleware may change the query but not the path")
  func query() async throws {
    struct Rewriting: ServerMiddleware {
      func handle(
        _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        var request = request
        request.target = request.target.replacing("limit=1000", with: "limit=100").replacing("/a/7", with: "/a/8")
        return try await next(request)
      }
    }
    var router = Router()
    router.on(.get, "/a/{id}") { .text("\($0.pathValue("id") ?? "-") \($0.head.query ?? "-")") }
    router.on(.get, "/b?limit=1000") { .text($0.head.query ?? "-") }
    let server = try MiddlewareFixture([], router.routes.middleware([Rewriting()]))
    #expect(try await server.send(.get, "/a/6?limit=1000").text == "6 limit=100")
    #expect(try await server.send(.get, "/a/7").status == 500)
    // The constant query must not be changed either, because it selects the route.
    #expect(try await server.send(.get, "/b?limit=1000").status == 500)
  }

  static let conditions: [(HTTPMethod, HTTPFields)] = [
    (.delete, ["If-Match": "\"stale\""]), (.delete, ["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]),
    (.put, ["If-None-Match": "*"]),
  ]

  @Test("A conditional write inside route middleware fails without writing", arguments: conditions)
  func questions(method: HTTPMethod, fields: HTTPFields) async throws {
    let writes = Lock(0)
    var router = Router()
    router.on(method, "/text") { _ in
      writes.withLock { $0 += 1 }
      return HTTPResponse(.noContent)
    }
    let server = try MiddlewareFixture([], router.routes.middleware([ConditionalRequests()]))
    #expect(try await server.send(method, "/text", fields).status == 500 && writes.withLock { $0 } == 0)
    #expect(try await server.send(method, "/text").status == 204 && writes.withLock { $0 } == 1)
    let trusting = try MiddlewareFixture([], router.routes.middleware([ConditionalRequests(checksWrites: false)]))
    #expect(try await trusting.send(method, "/text", fields).status == 204 && writes.withLock { $0 } == 2)
  }

  @Test("A request ID in route middleware appears in the failure response")
  func names() async throws {
    let server = try MiddlewareFixture([], MiddlewareFixture.routes().middleware([RequestID()]))
    let failed = try await server.send(.get, "/fails", [.requestID: "q-1"])
    #expect(failed.status == 500 && failed.field(.requestID) == "q-1")
    #expect(try await failed.text.contains(#""requestID":"q-1""#))
  }

  /// Records the notifications of the server.
  final class LifeCycle: ServerMiddleware {
    let seen = Lock<[String]>([])
    func handle(
      _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse { try await next(request) }
    func serverDrains() { seen.withLock { $0.append("drains") } }
    func serverStopped() async { seen.withLock { $0.append("stopped") } }
  }

  @Test("Route middleware is notified once when the server stops")
  func lifeCycle() async throws {
    let (own, shared) = (LifeCycle(), LifeCycle())
    var router = Router()
    router.on(.get, "/b") { _ in .text("b") }
    router.on(.get, "/c") { _ in .text("c") }
    let routes = router.routes.middleware([own, shared]) + Self.routes().middleware([shared])
    let server = Server(port: 0, threads: 1, middleware: [shared]) { routes }
    try await server.start()
    await server.stop()
    #expect(own.seen.withLock { $0 } == ["drains", "stopped"] && shared.seen.withLock { $0 } == ["drains", "stopped"])
  }
}
