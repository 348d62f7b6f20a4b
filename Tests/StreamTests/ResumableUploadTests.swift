import ContractHTTP
import ContractTestSupport
import ContractTesting
import Glibc
import Testing

@Suite("Resumable uploads from a client", .ownThreads, .timeLimit(.minutes(5)))
struct ResumableUploadTests {
  /// A folder of uploads, a file to send, and a server that breaks off.
  private final class Fixture: Sendable {
    let folder: String
    let source: String
    static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let stored = Lock<[String: String]>([:])
    let requests = Lock<[String]>([])

    init() async throws {
      var name = Array("/tmp/contract-uploads-XXXXXX".utf8CString)
      folder = mkdtemp(&name).map { String(cString: $0) } ?? "/nonexistent"
      source = folder + "/source"
      try await ByteStream(Self.bytes).write(to: source)
    }

    deinit {
      for name in names { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }

    var names: [String] { FileNames.inFolder(folder).sorted() }

    /// Returns a server whose first PATCH requests break off after these numbers of bytes.
    func server(cuts: [Int] = []) -> Server {
      let breaking = BreakingBodies(cuts: Lock(cuts), requests: requests)
      return Server(port: 0, threads: 1, middleware: [breaking], onError: { _, _ in }) {
        ResumableUploads(in: folder, at: "/uploads", maxBytes: 1 << 20) { upload, _ in
          try upload.move(to: self.folder + "/stored")
          self.stored.withLock { $0 = upload.metadata }
        }
      }
    }

    func expectStored() async throws {
      #expect(try await ByteStream(file: folder + "/stored").collect(upTo: 1 << 20) == Self.bytes)
    }
  }

  /// Middleware that ends bodies of PATCH after some bytes, as lost connections do.
  private struct BreakingBodies: Middleware {
    struct Broken: Error {}
    let cuts: Lock<[Int]>
    let requests: Lock<[String]>

    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      requests.withLock { $0.append("\(request.method) \(request.fields["Upload-Offset"]?.rawValue ?? "")") }
      guard request.method == .patch, case .stream(let stream) = request.body,
        let cut = cuts.withLock({ $0.isEmpty ? nil : $0.removeFirst() })
      else { return try await next(request) }
      let count = Lock(cut)
      var short = request
      short.body = .stream(
        ByteStream { () async throws -> [UInt8]? in
          guard let chunk = try await stream.next() else { return nil }
          let rest = count.withLock { count in
            defer { count = max(0, count - chunk.count) }
            return min(count, chunk.count)
          }
          if rest == 0 { throw Broken() }
          return Array(chunk[..<rest])
        })
      return try await next(short)
    }
  }

  private static let sendings: [(chunkBytes: Int?, sendsChecksums: Bool)] = [
    (chunkBytes: nil, sendsChecksums: false), (chunkBytes: 70_000, sendsChecksums: false),
    (chunkBytes: nil, sendsChecksums: true), (chunkBytes: 50_000, sendsChecksums: true),
  ]

  @Test("A file is sent whole, in chunks, or with checksums", arguments: sendings)
  func sending(chunkBytes: Int?, sendsChecksums: Bool) async throws {
    let fixture = try await Fixture()
    try await withServer(fixture.server()) { client in
      var options = UploadOptions()
      options.chunkBytes = chunkBytes
      options.sendsChecksums = sendsChecksums
      let progress = Lock<[Int]>([])
      let file = try await client("uploads").upload(
        file: fixture.source, metadata: ["filename": "a b.txt"], options: options
      ) { state in
        progress.withLock { $0.append(state.sentBytes) }
        #expect(state.totalBytesToSend == 300_000)
      }
      #expect(file.byteCount == 300_000 && file.resumedByteCount == 0)
      #expect(progress.withLock { $0.last == 300_000 && $0 == $0.sorted() })
    }
    try await fixture.expectStored()
    #expect(fixture.stored.withLock { $0 } == ["filename": "a b.txt"])
  }

  @Test("An interrupted upload continues at the server's offset, or at the last chunk with a checksum")
  func broken() async throws {
    for sendsChecksums in [false, true] {
      let fixture = try await Fixture()
      try await withServer(fixture.server(cuts: [40_000, 40_000])) { client in
        var options = UploadOptions()
        options.sendsChecksums = sendsChecksums
        try await client("uploads").upload(file: fixture.source, options: options)
      }
      try await fixture.expectStored()
      let offset = sendsChecksums ? 0 : 40_000
      let patches = fixture.requests.withLock { $0 }.filter { $0.hasPrefix("PATCH") }
      #expect(patches == ["PATCH 0", "PATCH \(offset)", "PATCH \(2 * offset)"])
    }
  }

  @Test("A later call continues an upload from its note, even after a server restart")
  func noted() async throws {
    let fixture = try await Fixture()
    var options = UploadOptions()
    options.note = fixture.folder + "/note"
    options.maxFailures = 0
    let port = Lock<String?>(nil)
    try await withServer(fixture.server(cuts: [40_000])) { client in
      await #expect(throws: ClientError.self) {
        try await client("uploads").upload(file: fixture.source, options: options)
      }
      // The note has the URL of this server. The next server has another port, so the test changes the URL in the note.
      let text = try await ByteStream(file: fixture.folder + "/note").collect(upTo: 10_000)
      port.withLock { $0 = String(decoding: text, as: UTF8.self) }
    }
    try await withServer(fixture.server()) { client in
      let url = try client("uploads").request().url
      var lines = try #require(port.withLock { $0 }).split(separator: "\n", omittingEmptySubsequences: false)
      lines[1] = url[...]
      try await ByteStream(Array(lines.joined(separator: "\n").utf8)).write(to: fixture.folder + "/note")
      let file = try await client("uploads").upload(file: fixture.source, options: options)
      #expect(file.resumedByteCount == 40_000)
    }
    try await fixture.expectStored()
    #expect(!fixture.names.contains("note"))
  }

  @Test("Uploads that are interrupted a thousand times finally complete, and leave no note and no part")
  func often() async throws {
    for number in 0..<10 {
      let fixture = try await Fixture()
      var options = UploadOptions()
      options.note = fixture.folder + "/note"
      options.maxFailures = 0
      var random = Randomness(seed: UInt64(number))
      // The cuts have fewer bytes in total than the file, so each of them breaks off an upload.
      let cuts = (0..<100).map { _ in Int.random(in: 1...2_900, using: &random.generator) }
      try await withServer(fixture.server(cuts: cuts)) { [options] client in
        for _ in cuts {
          await #expect(throws: ClientError.self) {
            try await client("uploads").upload(file: fixture.source, options: options)
          }
        }
        let file = try await client("uploads").upload(file: fixture.source, options: options)
        #expect(file.resumedByteCount == cuts.reduce(0, +))
      }
      try await fixture.expectStored()
      // The record of a complete upload stays, for clients that have not got the last response.
      #expect(fixture.names.filter { !$0.hasSuffix(".info") } == ["source", "stored"])
    }
  }

  @Test("A refusal is not retried, and a missing file is an error before any request")
  func refused() async throws {
    let fixture = try await Fixture()
    try await ByteStream([UInt8](repeating: 0, count: (1 << 20) + 1)).write(to: fixture.folder + "/large")
    try await withServer(fixture.server()) { client in
      let large = await #expect(throws: ClientError.self) {
        try await client("uploads").upload(file: fixture.folder + "/large")
      }
      #expect(large?.response?.status == .contentTooLarge)
      let missing = await #expect(throws: ClientError.self) {
        try await client("uploads").upload(file: fixture.folder + "/missing")
      }
      #expect(missing?.code == .file)
    }
    #expect(fixture.requests.withLock { $0 } == ["POST "])
  }

  @Test("A creation whose connection breaks leaves no file, because its client does not know the location")
  func brokenCreation() async throws {
    let fixture = try await Fixture()
    let server = fixture.server()
    let address = try await server.start()
    var wire: RawWire? = try RawWire(port: address.port)
    try wire?.write(
      "POST /uploads HTTP/1.1\r\nHost: a\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\n"
        + "Upload-Length: 10\r\nContent-Length: 10\r\n\r\n0123")
    // The names do not include the file that is replacing the record.
    var names: [String] { fixture.names.filter { !$0.hasSuffix(".part") } }
    for _ in 0..<500 where names.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(names.count == 3)
    wire = nil
    for _ in 0..<500 where fixture.names.count > 1 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(fixture.names == ["source"])
    await server.stop(drain: .zero)
  }
}
