import Contract
import ContractCoding
import ContractHTTP
import ContractSockets
import Testing

@testable import ContractServer

@Suite("Idempotency keys of streamed bodies")
struct IdempotentUploadsTests {
  /// `POST /files` reads its body while it arrives, and returns the number of its calls and the size.
  static func server() throws -> MiddlewareFixture {
    let calls = Lock(0)
    let operation = APIOperation(
      id: "upload", method: .post, path: "/files", requestContent: .stream, traits: [.checksum()])
    let route = Route(operation: operation) { request in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      do {
        let count = try await request.content.collect(upTo: 1000).count
        return .text("call \(call), \(count) bytes")
      } catch {
        return try request.response(to: error)
      }
    }
    return try MiddlewareFixture([IdempotencyKeys()], [route])
  }

  /// Sends a body with the checksum of a string.
  static func send(_ body: ByteStream, of text: String, to server: MiddlewareFixture) async throws -> HTTPResponse {
    let fields: HTTPFields = [
      "Idempotency-Key": "k",
      "Content-Digest": HTTPFieldValue(unchecked: "sha-256=:\(Base64.encoded(SHA256.digest(of: text.utf8))):"),
    ]
    return try await server.pipeline.respond(
      to: HTTPRequest(.post, "/files", authority: "example.org", fields: fields, body: .stream(body)))
  }

  static func send(_ text: String, to server: MiddlewareFixture) async throws -> HTTPResponse {
    try await send(ByteStream(Array(text.utf8)), of: text, to: server)
  }

  @Test("A streamed body that arrives incomplete or changed does not use up its key", arguments: [nil, "cx"])
  func damaged(rest: String?) async throws {
    let server = try Self.server()
    let pieces = Lock(["ab", rest, ""])
    let damaged = ByteStream(length: 4) {
      guard let piece = pieces.withLock({ $0.removeFirst() }) else { throw RequestContentError("the body breaks off") }
      return piece.isEmpty ? nil : Array(piece.utf8)
    }
    #expect(try await Self.send(damaged, of: "abcd", to: server).status == 400)
    let retry = try await Self.send("abcd", to: server)
    #expect(try await retry.text == "call 2, 4 bytes" && retry.field("Idempotency-Replayed") == nil)
    let replay = try await Self.send("abcd", to: server)
    #expect(try await replay.text == "call 2, 4 bytes" && replay.field("Idempotency-Replayed") == "true")
  }

  /// Bodies and digests to compare with `abcd` and its digest, and whether they are distinguished from them.
  static let others: [(ByteStream, digestOf: String, isOther: Bool)] = [
    (ByteStream(Array("abcd".utf8)), "abcd", false), (ByteStream(Array("abcde".utf8)), "abcd", true),
    (ByteStream { nil }, "abcd", true), (ByteStream(Array("abcx".utf8)), "abcx", true),
    (ByteStream(Array("abcx".utf8)), "abcd", false),
  ]

  @Test("Streamed bodies with the same key are distinguished by length and digest", arguments: others)
  func distinguished(body: ByteStream, text: String, isOther: Bool) async throws {
    let server = try Self.server()
    #expect(try await Self.send("abcd", to: server).text == "call 1, 4 bytes")
    let second = try await Self.send(body, of: text, to: server)
    #expect(second.status == (isOther ? 422 : 200))
    #expect(second.field("Idempotency-Replayed") == (isOther ? nil : "true"))
  }
}
