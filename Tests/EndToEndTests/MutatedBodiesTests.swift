import ContractHTTP
import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Glibc
import Testing

/// Operations that read their content while it arrives, or respond with a file.
@API protocol MutatedBodies: Sendable {
  @POST("/bytes") func bytes(data: Body<ByteStream>) async throws -> Int
  @POST("/lines") func lines(rows: Body<JSONLines<BodyRow>>) async throws -> Int
  @Multipart @POST("/parts") func parts(photos: [Part], price: Decimal?) async throws -> Int
  @POST("/prices") func prices(price: Decimal, other: Query<Decimal?>) async throws -> Decimal
  @WebSocket("/rooms/:room") func chat(room: Int) async throws -> Channel<BodyRow, BodyRow>
}

@Schema struct BodyRow: Equatable, Sendable {
  var n: Decimal
  var text: String?
}

private struct BodiesService: MutatedBodies {
  func bytes(data: Body<ByteStream>) async throws -> Int { try await data.collect(upTo: 1 << 20).count }

  func lines(rows: Body<JSONLines<BodyRow>>) async throws -> Int {
    var count = 0
    for try await _ in rows { count += 1 }
    return count
  }

  func parts(photos: [Part], price: Decimal?) async throws -> Int {
    var count = 0
    for photo in photos { count += try await photo.content().collect(upTo: 1 << 20).count }
    return count
  }

  func prices(price: Decimal, other: Query<Decimal?>) async throws -> Decimal { price }

  func chat(room: Int) async throws -> Channel<BodyRow, BodyRow> {
    Channel { connection in for try await row in connection { try await connection.send(row) } }
  }
}

/// Valid requests with some changed bytes, for streamed and spooled bodies, JSON lines, files, resumable uploads and
/// WebSockets. The process survives all of them.
@Suite("Mutated bodies", .ownThreads, .timeLimit(.minutes(5)))
struct MutatedBodiesTests {
  private static let count = 3000

  private static func request(_ line: String, _ fields: String, _ content: String, isChunked: Bool = false) -> [UInt8] {
    let framing =
      isChunked
      ? "Transfer-Encoding: chunked\r\n\r\n\(String(content.utf8.count, radix: 16))\r\n\(content)\r\n0\r\n\r\n"
      : "Content-Length: \(content.utf8.count)\r\n\r\n\(content)"
    return Array("\(line) HTTP/1.1\r\nHost: a\r\n\(fields)\(framing)".utf8)
  }

  private static func requests(for upload: String) -> [[UInt8]] {
    let part = "--x\r\nContent-Disposition: form-data; name=\"photos\"; filename=\"a.jpg\"\r\n\r\n"
    let price = "--x\r\nContent-Disposition: form-data; name=\"price\"\r\n\r\n1e2\r\n--x--\r\n"
    let parts = part + String(repeating: "p", count: 300) + "\r\n" + part + "\r\n" + price
    let handshake =
      "GET /rooms/1 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://a\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
      + "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=15\r\n\r\n"
    // Masked frames with a key of zeros: a text in two fragments, a Ping, a compressed text and a Close.
    let frames: [UInt8] =
      [0x01, 0x84, 0, 0, 0, 0] + Array("{\"n\"".utf8) + [0x89, 0x80, 0, 0, 0, 0] + [0x80, 0x83, 0, 0, 0, 0]
      + Array(":1}".utf8) + [0xC1, 0x87, 0, 0, 0, 0, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
      + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8]
    let tus = "Tus-Resumable: 1.0.0\r\n"
    let patch =
      tus + "Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n"
      + "Upload-Checksum: sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=\r\n"
    return [
      request("POST /bytes", "Content-Type: application/octet-stream\r\n", "bytes", isChunked: true),
      request("POST /bytes", "Content-Type: application/octet-stream\r\nExpect: 100-continue\r\n", "bytes"),
      request("POST /lines", "Content-Type: application/x-ndjson\r\n", "{\"n\":1}\n{\"n\":1e-3,\"text\":\"t\"}\n"),
      request("POST /lines", "Content-Type: application/x-ndjson\r\n", "{\"n\":1}\n\n[]", isChunked: true),
      request("POST /parts", "Content-Type: multipart/form-data; boundary=x\r\n", parts),
      request("POST /parts", "Content-Type: multipart/form-data; boundary=x\r\n", parts, isChunked: true),
      request("POST /prices?other=1e2", "Content-Type: application/json\r\n", "{\"price\":12.5e-3}"),
      request("POST /prices?other=-0.1", "Content-Type: application/x-www-form-urlencoded\r\n", "price=10e127"),
      Array(handshake.utf8) + frames, Array(handshake.utf8) + frames + frames,
      request("GET /files/a.txt", "Range: bytes=0-1,3-5,-2,9223372036854775806-\r\n", ""),
      request("GET /files/a.txt", "If-Range: \"a\"\r\nRange: bytes=-9223372036854775808\r\n", ""),
      request("HEAD /files/%2e%2e/b", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", ""),
      request("POST /uploads", tus + "Upload-Length: 9223372036854775807\r\nUpload-Metadata: filename YQ==\r\n", ""),
      request("POST /uploads", tus + "Upload-Defer-Length: 1\r\n", ""),
      request("PATCH \(upload)", patch, "abc"), request("PATCH \(upload)", patch, "abc", isChunked: true),
      request("HEAD \(upload)", tus, ""), request("OPTIONS /uploads", "", ""),
    ]
  }

  @Test("Mutated bodies neither crash the server nor affect other clients")
  func survive() async throws {
    let folder = "/tmp/contract-bodies-\(getpid())"
    for name in [folder, folder + "/files", folder + "/uploads"] { try #require(mkdir(name, 0o700) == 0) }
    defer { Self.remove(folder) }
    try await ByteStream(Array("0123456789".utf8)).write(to: folder + "/files/a.txt")
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) {
      MutatedBodiesRoutes(BodiesService()).spoolingFiles(over: 100, maxBytes: 1 << 20)
      StaticFiles(folder + "/files", at: "/files")
      ResumableUploads(in: folder + "/uploads", at: "/uploads", maxBytes: 1 << 20, maxUploads: 100) { _, _ in }
    }
    var random = Randomness()
    try await serve(server) { port, _ in
      let created = try RawConnection(port: port).exchange(
        "POST", "/uploads", ["Tus-Resumable: 1.0.0", "Upload-Length: 3"])
      let upload = try #require(created.field("location"))
      let seeds = Self.requests(for: upload)
      for number in 0..<Self.count {
        let bytes = RequestMutation.mutated(seeds, &random.generator)
        let connection = try RawConnection(port: port)
        // A connection that the server closes early may refuse the rest.
        try? connection.write(bytes)
        connection.finishWriting()
        let response = connection.rest()
        #expect(response.isEmpty || response.starts(with: "HTTP/1.".utf8), "\(String(decoding: bytes, as: UTF8.self))")
        if number % 100 != 0 { continue }
        let honest = try RawConnection(port: port).exchange("GET", "/files/a.txt")
        #expect(
          honest.status == 200, "seed \(random.seed), after \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        )
      }
    }
  }

  private static func remove(_ folder: String) {
    for name in FileNames.inFolder(folder + "/uploads") { unlink("\(folder)/uploads/\(name)") }
    for name in FileNames.inFolder(folder + "/files") { unlink("\(folder)/files/\(name)") }
    for name in [folder + "/uploads", folder + "/files", folder] { rmdir(name) }
  }
}
