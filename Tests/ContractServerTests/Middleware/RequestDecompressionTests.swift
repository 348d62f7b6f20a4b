import Contract
import ContractCoding
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Request decompression")
struct RequestDecompressionTests {
  struct Note: EndpointRequest {
    let text: String
    static var inputs: [InputDescription] { [.init(.body, "text", type: "String", isRequired: true)] }
    static var content: RequestContent { .json }
    func encode(into encoder: inout RequestEncoder) throws { try encoder.field("text", text) }
    static func decode(from decoder: inout RequestDecoder) -> Note? {
      decoder.field("text", as: String.self).map(Note.init)
    }
  }

  static let typed = Route(Endpoint<Note, String>(.post, "/typed", id: "typed")) { "got \($0.text)" }

  static func server(_ middleware: RequestDecompression = RequestDecompression()) throws -> MiddlewareFixture {
    return try MiddlewareFixture([middleware], maxBodyBytes: 200_000, MiddlewareFixture.routes() + [typed])
  }

  @Test("A compressed body is decompressed for routes", arguments: ["gzip", "GZIP", "x-gzip", "deflate"])
  func restores(coding: String) async throws {
    let format: CompressionFormat = coding == "deflate" ? .deflate : .gzip
    let text = #"{"text":"hello"}"#
    let bytes = Deflater.deflate(Array(text.utf8), format)
    for target in ["/echo", "/typed"] {
      let response = try await Self.server().send(
        .post, target, [.contentEncoding: #require(HTTPFieldValue(coding)), .contentType: "application/json"],
        bytes: bytes)
      #expect(response.status == 200)
      #expect(try await response.text == (target == "/echo" ? text : "got hello"))
    }
  }

  @Test("Digests of the encoded body are removed with the coding")
  func digests() async throws {
    var router = Router()
    router.on(.post, "/digests") { request in
      let names: [HTTPFieldName] = ["Content-Digest", "Repr-Digest", "Content-MD5"]
      return .text(names.map { request.head.text(of: $0) ?? "-" }.joined(separator: " "))
    }
    let server = try MiddlewareFixture([RequestDecompression()], router.routes)
    var fields: HTTPFields = [
      "Content-Digest": "sha-256=:YQ==:", "Repr-Digest": "sha-256=:Yg==:", "Content-MD5": "YQ==",
    ]
    #expect(try await server.send(.post, "/digests", fields, body: "a").text == "sha-256=:YQ==: sha-256=:Yg==: YQ==")
    fields[.contentEncoding] = "gzip"
    #expect(try await server.send(.post, "/digests", fields, bytes: Deflater.deflate([1], .gzip)).text == "- - -")
  }

  static func bomb(_ count: Int) -> [UInt8] { Deflater.deflate(Array(repeating: 0, count: count), .gzip) }

  static let refused: [(String, [UInt8], Int)] = [
    ("gzip", bomb(100_000), 413), ("gzip", bomb(2_000_000), 413), ("gzip", Array("hello".utf8), 400),
    ("gzip", Deflater.deflate([1, 2, 3], .gzip).dropLast(), 400), ("gzip", Deflater.deflate([1], .gzip) + [7], 400),
    ("deflate", [0x78], 400), ("br", [1], 415), ("gzip, gzip", [1], 415),
  ]

  @Test("A decompression bomb gets 413, a corrupt body 400 and an unsupported content coding 415", arguments: refused)
  func refuses(coding: String, bytes: [UInt8], status: Int) async throws {
    let response = try await Self.server().send(
      .post, "/typed", [.contentEncoding: #require(HTTPFieldValue(coding)), .contentType: "application/json"],
      bytes: bytes)
    #expect(response.status.code == status)
    if status == 415 { #expect(response.field(.acceptEncoding) == "gzip, deflate") }
  }

  @Test("A small body may expand at any ratio, within the server's limit")
  func limits() async throws {
    let fields: HTTPFields = [.contentEncoding: "gzip"]
    for count in [60_000, 65_536] {
      #expect(try await Self.server().send(.post, "/echo", fields, bytes: Self.bomb(count)).bytes.count == count)
    }
    #expect(try await Self.server().send(.post, "/echo", fields, bytes: Self.bomb(65_537)).status == 413)
    let strict = try Self.server(RequestDecompression(maxBytes: 100))
    #expect(try await strict.send(.post, "/echo", fields, bytes: Self.bomb(101)).status == 413)
    let generous = try Self.server(RequestDecompression(maxBytes: 1 << 30, maxRatio: 2000))
    #expect(try await generous.send(.post, "/echo", fields, bytes: Self.bomb(190_000)).status == 200)
    #expect(try await generous.send(.post, "/echo", fields, bytes: Self.bomb(300_000)).status == 413)
  }

  @Test(
    "The declared limit of a streamed body applies to its compressed and its decompressed size",
    arguments: [(0, 100_000, 200), (0, 100_001, 413), (50_000, 50_000, 200), (150_000, 0, 413)])
  func streams(noise: Int, zeros: Int, status: Int) async throws {
    let operation = APIOperation(
      id: "upload", method: .put, path: "/upload", requestContent: .stream, traits: [.maxBody(100_000)])
    let upload = Route(operation: operation) { request in
      var count = 0
      for try await chunk in request.content { count += chunk.count }
      return .text("\(count)")
    }
    // `maxBytes` limits only bodies in memory, so it does not apply to this streamed body.
    let server = try MiddlewareFixture([RequestDecompression(maxBytes: 1, maxRatio: 1 << 20)], [upload])
    let bytes = (0..<noise).map { _ in UInt8.random(in: 0...255) } + [UInt8](repeating: 0, count: zeros)
    let encoded = Lock([Deflater.deflate(bytes, .gzip)][...])
    let body = ByteStream { encoded.withLock { $0.popFirst() } }
    let response = try await server.pipeline.respond(
      to: HTTPRequest(
        .put, "/upload", authority: "a", fields: [.contentEncoding: "gzip"], body: .stream(body)))
    #expect(response.status.code == status)
    if status == 200 { #expect(try await response.text == "\(bytes.count)") }
  }

  @Test("Requests without a body and refusals pass unchanged")
  func others() async throws {
    #expect(try await Self.server().send(.get, "/todos/1", [.contentEncoding: "gzip"]).status == 200)
    #expect(try await Self.server().send(.post, "/nowhere", [.contentEncoding: "gzip"], bytes: [1]).status == 404)
    let bare = try MiddlewareFixture([], [Self.typed])
    let response = try await bare.send(
      .post, "/typed", [.contentEncoding: "gzip", .contentType: "application/json"], bytes: [1])
    #expect(response.status == 415 && response.field(.acceptEncoding) == "identity")
  }
}
