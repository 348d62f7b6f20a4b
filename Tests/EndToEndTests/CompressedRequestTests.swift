import ContractTesting
import Testing

@API
private protocol Notes: Sendable {
  @POST("/notes") @MaxBody(1 << 20) func add(text: String, copies: Int) async throws -> String
}

private struct NoteStore: Notes {
  func add(text: String, copies: Int) async throws -> String {
    "\(text.utf8.count) \(copies) \(ServerRequest.current?.head.text(of: "Content-Encoding") ?? "none")"
  }
}

@Suite("compressingBodies and RequestDecompression")
struct CompressedRequestTests {
  private static func server(_ middleware: [any Middleware]) -> Server {
    Server(port: 0, threads: 1, middleware: middleware) { NotesRoutes(NoteStore()) }
  }

  @Test(
    "A compressed request body reaches the service decompressed",
    arguments: [CompressionFormat.gzip, .deflate])
  func restored(_ format: CompressionFormat) async throws {
    let sent = Lock<[Int]>([])
    try await serve(Self.server([RequestDecompression()])) { _, client in
      let watching = client.compressingBodies(format, from: 100).modifyRequest { request, _ in
        sent.withLock { $0.append(request.body.length ?? -1) }
      }
      let long = String(repeating: "note ", count: 4000)
      let restored = try await NotesAPI(watching).add(text: long, copies: 2)
      #expect(restored == "20000 2 none")
      let short = try await NotesAPI(watching).add(text: "short", copies: 1)
      #expect(short == "5 1 none")
    }
    let lengths = sent.withLock { $0 }
    #expect(lengths.count == 2 && lengths[0] < 500, "the long body was not compressed: \(lengths)")
  }

  @Test("A compressed request body is refused with 415 by a server without RequestDecompression")
  func refused() async throws {
    try await serve(Self.server([])) { _, client in
      let error = await #expect(throws: ClientError.self) {
        _ = try await NotesAPI(client.compressingBodies(from: 1)).add(text: "a", copies: 1)
      }
      #expect(error?.response?.status == .unsupportedMediaType, "\(error as Any)")
    }
  }

  @Test("A request body that decompresses beyond the limit is refused with 413")
  func bomb() async throws {
    try await serve(Self.server([RequestDecompression(maxBytes: 1000)])) { _, client in
      let error = await #expect(throws: ClientError.self) {
        let long = String(repeating: "a", count: 2000)
        _ = try await NotesAPI(client.compressingBodies()).add(text: long, copies: 1)
      }
      #expect(error?.response?.status == .contentTooLarge, "\(error as Any)")
    }
  }
}
