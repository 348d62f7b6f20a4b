import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Request IDs")
struct RequestIDTests {
  static let validNames = ["a", "7f3e-01", "req_1.2:3+4/5=6@7", String(repeating: "x", count: 128)]
  static let invalidNames = ["", "a b", "a\"b", "é", "<x>", "a,b", String(repeating: "x", count: 129)]

  static func route() -> Route {
    var router = Router()
    router.on(.get, "/id") { .text("\($0.id) \(ServerRequest.current?.id ?? "-") \(Exchange.current?.id ?? "-")") }
    return router.routes[0]
  }

  @Test("A valid request ID is kept, visible to the handler and echoed", arguments: validNames)
  func kept(name: String) async throws {
    let server = try MiddlewareFixture([RequestID()], [Self.route()])
    let response = try await server.send(.get, "/id", [.requestID: try #require(HTTPFieldValue(name))])
    #expect(response.field(.requestID) == name)
    #expect(try await response.text == "\(name) \(name) \(name)")
  }

  @Test("An invalid request ID is replaced", arguments: invalidNames)
  func replaced(name: String) async throws {
    let server = try MiddlewareFixture([RequestID()], [Self.route()])
    let response = try await server.send(.get, "/id", [.requestID: try #require(HTTPFieldValue(name))])
    let made = try #require(response.field(.requestID))
    #expect(made != name && made.utf8.count == 16)
    #expect(try await response.text == "\(made) \(made) \(made)")
  }

  @Test("A repeated request ID is replaced, and so is every ID if configured")
  func refusing() async throws {
    let twice = HTTPFields([HTTPField(.requestID, "a"), HTTPField(.requestID, "b")])
    let server = try MiddlewareFixture([RequestID()], [Self.route()])
    #expect(try await server.send(.get, "/id", twice).field(.requestID)?.utf8.count == 16)
    let own = try MiddlewareFixture([RequestID(takesNames: false)], [Self.route()])
    #expect(try await own.send(.get, "/id", [.requestID: "a"]).field(.requestID)?.utf8.count == 16)
  }

  static let unusable = ["a\r\nSet-Cookie: x=1", "", " a"]

  @Test("A request ID that middleware sets but that cannot be sent is ignored", arguments: unusable)
  func made(name: String) async throws {
    struct Naming: ServerMiddleware {
      let name: String
      func handle(
        _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
      ) async throws -> HTTPResponse {
        exchange.id = name
        return try await next(request)
      }
    }
    let server = try MiddlewareFixture([RequestID(), Naming(name: name)], [Self.route()])
    let response = try await server.send(.get, "/id", [.requestID: "q-1"])
    #expect(response.field(.requestID) == "q-1")
    #expect(try await response.text == "q-1 q-1 q-1")
  }

  @Test("A refusal or failure carries the request ID")
  func refusals() async throws {
    let server = try MiddlewareFixture([RequestID()], maxBodyBytes: 3)
    let fields: HTTPFields = [.requestID: "q-1"]
    let nowhere = try await server.send(.get, "/nowhere", fields)
    #expect(nowhere.status == 404 && nowhere.field(.requestID) == "q-1")
    let wrong = try await server.send(.delete, "/echo", fields)
    #expect(wrong.status == 405 && wrong.field(.requestID) == "q-1")
    let long = try await server.send(.post, "/echo", fields, body: "long")
    #expect(long.status == 413 && long.field(.requestID) == "q-1")
    let failed = try await server.send(.get, "/fails", fields)
    #expect(failed.status == 500 && failed.field(.requestID) == "q-1")
    #expect(try await failed.text.contains(#""requestID":"q-1""#))
  }
}
