import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Conditional requests")
struct ConditionalRequestsTests {
  /// A string that can be read, written and deleted.
  static func server(_ middleware: [any Middleware] = [ConditionalRequests()]) throws -> MiddlewareFixture {
    let text = Lock<String?>("first")
    var router = Router()
    router.on(.get, "/text") { _ in
      guard let text = text.withLock({ $0 }) else { return HTTPResponse(.notFound) }
      var response = HTTPResponse.text(text)
      response.fields["Cache-Control"] = "no-cache"
      return response
    }
    router.on(.put, "/text") { request in
      text.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
      return HTTPResponse(.noContent)
    }
    router.on(.delete, "/text") { _ in
      text.withLock { $0 = nil }
      return HTTPResponse(.noContent)
    }
    router.on(.put, "/blind") { _ in HTTPResponse(.noContent) }
    return try MiddlewareFixture(middleware, router.routes)
  }

  @Test("A request for an unchanged resource gets 304")
  func reading() async throws {
    let server = try Self.server()
    let first = try await server.send(.get, "/text")
    let tag = try #require(first.fields["ETag"])
    #expect(first.status == 200 && !tag.rawValue.hasPrefix("W/"))
    let second = try await server.send(.get, "/text", ["If-None-Match": tag])
    #expect(second.status == 304 && second.body.length == 0)
    #expect(second.fields["ETag"] == tag && second.field("Cache-Control") == "no-cache")
    #expect(second.field(.contentType) == nil)
    #expect(try await server.send(.get, "/text", ["If-Match": "\"other\""]).status == 412)
    #expect(try await server.send(.get, "/nowhere", ["If-None-Match": "*"]).status == 404)
  }

  @Test(
    "A body gets a tag if it is not larger than the maximum",
    arguments: [(maxBytes: 0, isTagged: false), (maxBytes: 4, isTagged: false), (maxBytes: 5, isTagged: true)])
  func taggedBytes(maxBytes: Int, isTagged: Bool) async throws {
    let server = try Self.server([ConditionalRequests(maxTaggedBytes: maxBytes)])
    let response = try await server.send(.get, "/text")
    #expect(response.fields.contains("ETag") == isTagged)
  }

  @Test("A write that would overwrite another change is refused with 412")
  func writing() async throws {
    let server = try Self.server()
    let tag = try #require(try await server.send(.get, "/text").fields["ETag"])
    #expect(try await server.send(.put, "/text", ["If-Match": tag], body: "second").status == 204)
    let late = try await server.send(.put, "/text", ["If-Match": tag], body: "third")
    #expect(late.status == 412 && late.field(.contentType) == "application/problem+json")
    #expect(try await server.send(.put, "/text", ["If-None-Match": "*"], body: "third").status == 412)
    #expect(try await server.send(.get, "/text").text == "second")
    #expect(try await server.send(.delete, "/text").status == 204)
    #expect(try await server.send(.put, "/text", ["If-Match": "*"], body: "third").status == 412)
    #expect(try await server.send(.put, "/text", ["If-None-Match": "*"], body: "third").status == 204)
    #expect(try await server.send(.get, "/text").text == "third")
  }

  @Test("A condition is ignored for refused requests and for resources without a GET route")
  func refusals() async throws {
    let server = try Self.server()
    #expect(try await server.send(.patch, "/text", ["If-Match": "\"x\""]).status == 405)
    #expect(try await server.send(.put, "/blind", ["If-Match": "\"x\""]).status == 204)
    let trusting = try Self.server([ConditionalRequests(checksWrites: false)])
    #expect(try await trusting.send(.put, "/text", ["If-Match": "\"x\""]).status == 204)
  }

  static let failures: [(HTTPStatus, Int)] = [
    (.internalServerError, 500), (.serviceUnavailable, 503), (.tooManyRequests, 429), (.forbidden, 403),
    (.notImplemented, 204), (.methodNotAllowed, 204),
  ]

  @Test("A conditional write is refused while the current state cannot be read", arguments: failures)
  func unreadable(status: HTTPStatus, expected: Int) async throws {
    let writes = Lock(0)
    var router = Router()
    router.on(.get, "/text") { _ in HTTPResponse(status, fields: ["Retry-After": "7"]) }
    router.on(.put, "/text") { _ in
      writes.withLock { $0 += 1 }
      return HTTPResponse(.noContent)
    }
    let server = try MiddlewareFixture([ConditionalRequests()], router.routes)
    let answer = try await server.send(.put, "/text", ["If-Match": "\"x\""], body: "new")
    #expect(answer.status.code == expected && writes.withLock { $0 } == (expected == 204 ? 1 : 0))
    if expected != 204 { #expect(answer.field("Retry-After") == "7") }
  }

  @Test("Conditions on OPTIONS and TRACE are ignored", arguments: [HTTPMethod.options, .trace])
  func unconditional(method: HTTPMethod) async throws {
    let reads = Lock(0)
    var router = Router()
    router.on(.get, "/text") { _ in
      reads.withLock { $0 += 1 }
      return .text("text")
    }
    router.on(method, "/text") { _ in .text("answered") }
    let server = try MiddlewareFixture([ConditionalRequests()], router.routes)
    #expect(try await server.send(method, "/text", ["If-None-Match": "*"]).text == "answered")
    #expect(reads.withLock { $0 } == 0)
  }

  @Test("A compressed response matches by its weak ETag")
  func compressed() async throws {
    let server = try Self.server([Compression(minBytes: 1), ConditionalRequests()])
    #expect(try await server.send(.put, "/text", body: String(repeating: "a", count: 900)).status == 204)
    let fields: HTTPFields = [.acceptEncoding: "gzip"]
    let first = try await server.send(.get, "/text", fields)
    let tag = try #require(first.fields["ETag"])
    #expect(first.field(.contentEncoding) == "gzip" && tag.rawValue.hasPrefix("W/"))
    let second = try await server.send(.get, "/text", [.acceptEncoding: "gzip", "If-None-Match": tag])
    #expect(second.status == 304 && second.fields["ETag"] == tag && second.field("Vary") == "Accept-Encoding")
  }

  @Test("A response too short to compress keeps its strong ETag")
  func uncompressed() async throws {
    let server = try Self.server([Compression(), ConditionalRequests()])
    let fields: HTTPFields = [.acceptEncoding: "gzip"]
    let tag = try #require(try await server.send(.get, "/text", fields).fields["ETag"])
    let second = try await server.send(.get, "/text", [.acceptEncoding: "gzip", "If-None-Match": tag])
    #expect(second.status == 304 && second.fields["ETag"] == tag && !tag.rawValue.hasPrefix("W/"))
  }
}
