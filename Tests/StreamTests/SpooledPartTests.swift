import ContractHTTP
import ContractTesting
import Glibc
import Testing

@API
protocol SpooledAlbums: Sendable {
  @Multipart @POST("/photos") func upload(photos: [Part], title: String?) async throws -> [String]
  @Multipart @POST("/large") @MaxBody(400_000) func large(photo: Part) async throws -> Int
}

/// Describes its parts, and refuses some.
struct SpooledAlbumService: SpooledAlbums {
  struct Unlucky: Error {}

  func upload(photos: [Part], title: String?) async throws -> [String] {
    if title == "fail" { throw Unlucky() }
    if title == "wait" { try await Task.sleep(for: .seconds(60)) }
    var texts = [title ?? "-"]
    for photo in photos {
      let bytes = try await photo.content().collect(upTo: 1 << 20)
      let sum = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      texts.append("\(photo.fileName ?? "") \(try photo.byteCount) \(photo.bytes.count) \(sum)")
    }
    return texts
  }

  func large(photo: Part) async throws -> Int { try photo.byteCount }
}

@Suite("Parts in a temporary file", .timeLimit(.minutes(2)))
struct SpooledPartTests {
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  }

  private static func photo(_ name: String, _ count: Int) -> Part {
    Part(fileName: name, mimeType: "image/jpeg", content: bytes(count))
  }

  private static func text(_ name: String, _ count: Int, inMemory: Int) -> String {
    let sum = bytes(count).reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
    return "\(name) \(count) \(inMemory) \(sum)"
  }

  private static func server(_ middleware: [any Middleware] = []) -> Server {
    Server(port: 0, threads: 1, middleware: middleware, onError: { _, _ in }) {
      SpooledAlbumsRoutes(SpooledAlbumService()).spoolingFiles(over: 1000, maxBytes: 2_500_000, in: "/dev/shm")
    }
  }

  /// The number of this process's descriptors of unnamed files in the folder of the tests.
  private static var openFiles: Int {
    FileNames.inFolder("/proc/self/fd").count { name in
      var target = [CChar](repeating: 0, count: 200)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      return count > 0
        && String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
          .hasPrefix("/dev/shm/#")
    }
  }

  /// Waits until no file is open; a connection that is lost ends its request a little later.
  private static func expectNoFile() async throws {
    for _ in 0..<200 where openFiles > 0 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(openFiles == 0)
  }

  private struct Passing: Middleware {
    func handle(
      _ request: HTTPRequest, for operation: APIOperation?,
      next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse { try await next(request) }
  }

  @Test("A large file is in the temporary file, and a small one in memory", arguments: [false, true])
  func sizes(hasMiddleware: Bool) async throws {
    try await withServer(Self.server(hasMiddleware ? [Passing()] : [])) { client in
      let albums = SpooledAlbumsAPI(client)
      let photos = [Self.photo("a", 1000), Self.photo("b", 1001), Self.photo("c", 0), Self.photo("d", 900_000)]
      let texts = try await albums.upload(photos: photos, title: "t")
      #expect(
        texts == [
          "t", Self.text("a", 1000, inMemory: 1000), Self.text("b", 1001, inMemory: 0), Self.text("c", 0, inMemory: 0),
          Self.text("d", 900_000, inMemory: 0),
        ])
      #expect(try await albums.upload(photos: [], title: nil) == ["-"])
      try await Self.expectNoFile()
    }
  }

  @Test("A refused, failed or cancelled body leaves no file")
  func refused() async throws {
    try await withServer(Self.server()) { client in
      let albums = SpooledAlbumsAPI(client)
      let statuses: [(Int, () async throws -> Void)] = [
        (413, { _ = try await albums.upload(photos: [Self.photo("a", 2_500_000)], title: nil) }),
        (413, { _ = try await albums.upload(photos: [], title: String(repeating: "x", count: 1_100_000)) }),
        (413, { _ = try await albums.large(photo: Self.photo("a", 400_000)) }),
        (500, { _ = try await albums.upload(photos: [Self.photo("a", 5000)], title: "fail") }),
      ]
      for (status, call) in statuses {
        let error = await #expect(throws: ClientError.self) { try await call() }
        #expect(error?.response?.status.code == status)
      }
      let broken =
        "--b\r\nContent-Disposition: form-data; name=photos; filename=f\r\n\r\n" + String(repeating: "x", count: 5000)
      let response = try await client("photos").body(
        bytes: Array(broken.utf8), type: MediaType("multipart/form-data; boundary=b")
      )
      .post.response()
      #expect(response.status == .badRequest)
      let waiting = Task { try await albums.upload(photos: [Self.photo("a", 5000)], title: "wait") }
      while Self.openFiles == 0 { try await Task.sleep(for: .milliseconds(5)) }
      waiting.cancel()
      _ = await waiting.result
      try await Self.expectNoFile()
    }
  }

  @Test("Clients that disconnect in the middle of a body leave no file")
  func disconnects() async throws {
    try await withServer(Self.server()) { client in
      for round in 0..<100 {
        let count = Lock(0)
        let stream = ByteStream { () async throws -> [UInt8]? in
          let number = count.withLock { count in
            count += 1
            return count
          }
          if number == 1 { return Array("--b\r\nContent-Disposition: form-data; name=photos; filename=f\r\n\r\n".utf8) }
          if number > round % 7 + 1 { throw CancellationError() }
          return [UInt8](repeating: 1, count: 3000)
        }
        _ = try? await client("photos").body(stream: stream, type: MediaType("multipart/form-data; boundary=b")).post
          .response()
      }
      try await Self.expectNoFile()
    }
  }
}
