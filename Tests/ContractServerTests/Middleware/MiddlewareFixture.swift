import Contract
import ContractHTTP
import ContractLoop
import Synchronization

@testable import ContractServer
@testable import ContractSockets

/// A server with a few raw routes, called without sockets.
struct MiddlewareFixture {
  let pipeline: RequestPipeline

  init(_ middleware: [any Middleware], maxBodyBytes: Int = 1000, _ routes: [Route] = Self.routes()) throws {
    var limits = ServerLimits()
    limits.maxBodyBytes = maxBodyBytes
    let server = Server(port: 0, limits: limits, middleware: middleware, onError: { _, _ in }, onWarning: { _ in }) {
      routes
    }
    pipeline = try server.pipeline()
  }

  /// `GET /todos/{id}` returns the id, `POST /echo` the body, `GET /fails` throws.
  static func routes() -> [Route] {
    struct Unlucky: Error {}
    var router = Router()
    router.on(.get, "/todos/{id}", id: "todo") { .text("todo \($0.pathValue("id") ?? "-")") }
    router.on(.post, "/echo", id: "echo") { HTTPResponse(.ok, body: .bytes($0.body)) }
    router.on(.get, "/fails", id: "fails") { _ in throw Unlucky() }
    return router.routes
  }

  func send(
    _ method: HTTPMethod = .get, _ target: String, _ fields: HTTPFields = [:], body: String = ""
  ) async throws -> HTTPResponse {
    try await send(method, target, fields, bytes: Array(body.utf8))
  }

  func send(
    _ method: HTTPMethod = .get, _ target: String, _ fields: HTTPFields = [:], bytes: [UInt8]
  ) async throws -> HTTPResponse {
    let body: HTTPBody = bytes.isEmpty ? .empty : .bytes(bytes)
    return try await pipeline.respond(
      to: HTTPRequest(method, target, authority: "example.org", fields: fields, body: body))
  }
}

extension HTTPResponse {
  /// The content.
  var bytes: [UInt8] {
    get async throws { try await body.collect(upTo: 1 << 24) }
  }

  /// The content as text.
  var text: String {
    get async throws { String(decoding: try await bytes, as: UTF8.self) }
  }

  /// The value of a field.
  func field(_ name: HTTPFieldName) -> String? { fields[name]?.rawValue }
}

/// Clocks that advance only on request.
final class TestClock: Sendable {
  private let steady = Atomic<Int64>(1_000_000_000)
  private let wall = Atomic<Int64>(971_211_336_000)

  var source: TimeSource {
    TimeSource {
      self.steady.load(ordering: .relaxed)
    } wall: {
      self.wall.load(ordering: .relaxed) * 1_000_000
    }
  }

  /// Sets the wall clock, as people and time servers do.
  func jump(milliseconds: Int64) { wall.wrappingAdd(milliseconds, ordering: .relaxed) }

  func advance(milliseconds: Int64) {
    steady.wrappingAdd(milliseconds * 1_000_000, ordering: .relaxed)
    wall.wrappingAdd(milliseconds, ordering: .relaxed)
  }
}
