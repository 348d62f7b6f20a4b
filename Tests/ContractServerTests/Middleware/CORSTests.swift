import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("CORS")
struct CORSTests {
  static let app: HTTPFieldValue = "https://app.example"
  static let origin: HTTPFields = ["Origin": app]

  func preflight(_ cors: CORS, _ target: String = "/echo", origin: HTTPFieldValue = app) async throws -> HTTPResponse {
    try await MiddlewareFixture([cors]).send(
      .options, target,
      [
        "Origin": origin, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-a, content-type",
      ])
  }

  @Test("A preflight lists the methods of its path")
  func preflights() async throws {
    let response = try await preflight(CORS(origins: .these(["https://app.example"]), allowsCredentials: true))
    #expect(response.status == 204)
    #expect(response.field("Access-Control-Allow-Origin") == "https://app.example")
    #expect(response.field("Access-Control-Allow-Credentials") == "true")
    #expect(response.field("Access-Control-Allow-Methods") == "OPTIONS, POST")
    #expect(response.field("Access-Control-Allow-Headers") == "x-a, content-type")
    #expect(response.field("Access-Control-Max-Age") == "600")
    #expect(response.field("Vary") == "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
  }

  @Test("Configured methods, headers and lifetime are sent")
  func told() async throws {
    let cors = CORS(origins: .any, methods: [.get, .put], headers: ["X-B"], exposed: ["X-C"], maxAge: .seconds(5))
    let response = try await preflight(cors)
    #expect(response.field("Access-Control-Allow-Methods") == "GET, PUT")
    #expect(response.field("Access-Control-Allow-Headers") == "X-B")
    #expect(response.field("Access-Control-Max-Age") == "5")
    let answer = try await MiddlewareFixture([cors]).send(.get, "/todos/1", Self.origin)
    #expect(answer.field("Access-Control-Expose-Headers") == "X-C")
  }

  @Test("Access-Control-Allow-Credentials is never sent with the wildcard origin")
  func wildcard() async throws {
    let cors = CORS(origins: .any, allowsCredentials: true)
    for response in [
      try await preflight(cors), try await MiddlewareFixture([cors]).send(.get, "/todos/1", Self.origin),
    ] {
      #expect(response.field("Access-Control-Allow-Origin") == "*")
      #expect(response.field("Access-Control-Allow-Credentials") == nil)
    }
    #expect(try await MiddlewareFixture([cors]).send(.get, "/todos/1", Self.origin).field("Vary") == nil)
  }

  @Test("An unknown origin gets no CORS headers except Vary")
  func others() async throws {
    let cors = CORS(origins: .matching { $0.hasSuffix(".example") }, allowsCredentials: true)
    for other: HTTPFieldValue in ["null", "https://app.example.evil", "HTTPS://APP.EXAMPLE:443"] {
      let response = try await preflight(cors, origin: other)
      #expect(response.status == 204 && response.field("Access-Control-Allow-Origin") == nil)
      let answer = try await MiddlewareFixture([cors]).send(.get, "/todos/1", ["Origin": other])
      #expect(answer.status == 200 && answer.field("Access-Control-Allow-Origin") == nil)
      #expect(answer.field("Vary") == "Origin" && answer.field("Access-Control-Allow-Credentials") == nil)
    }
    #expect(try await MiddlewareFixture([cors]).send(.get, "/todos/1").field("Vary") == "Origin")
  }

  @Test("A refusal carries CORS headers")
  func refusals() async throws {
    let cors = CORS(origins: .these(["https://app.example"]))
    let server = try MiddlewareFixture([cors], maxBodyBytes: 2)
    for (method, target, body) in [(HTTPMethod.get, "/nowhere", ""), (.get, "/fails", ""), (.post, "/echo", "long")] {
      let response = try await server.send(method, target, Self.origin, body: body)
      #expect(response.status.code >= 400)
      #expect(response.field("Access-Control-Allow-Origin") == "https://app.example")
    }
  }

  @Test("A preflight for a route that accepts every method does not reach the handler")
  func catchAll() async throws {
    var router = Router()
    router.on(nil, "/{path...}") { _ in
      Issue.record("a handler saw a preflight")
      return .text("")
    }
    let server = try MiddlewareFixture([CORS(origins: .any)], router.routes)
    let response = try await server.send(
      .options, "/x", ["Origin": Self.app, "Access-Control-Request-Method": "PUT"])
    #expect(response.status == 204 && response.field("Access-Control-Allow-Methods") == "PUT")
  }

  @Test("An OPTIONS request that is not a preflight is handled without CORS")
  func options() async throws {
    let response = try await MiddlewareFixture([CORS(origins: .any)]).send(.options, "/echo", Self.origin)
    #expect(response.status == 204 && response.field(.allow) == "OPTIONS, POST")
  }

  @Test("Vary is extended without duplicates")
  func vary() {
    var fields: HTTPFields = ["Vary": "Accept", "vary": "origin"]
    fields.addVary("Origin")
    #expect(fields.values("Vary").count == 2)
    fields.addVary("Accept-Encoding")
    #expect(fields.values("Vary") == ["Accept, origin, Accept-Encoding"])
    var any: HTTPFields = ["Vary": "*"]
    any.addVary("Origin")
    #expect(any["Vary"] == "*")
  }
}
