import ContractHTTP
import ContractTestSupport
import ContractTesting
import Glibc
import Testing

@API
protocol SpooledAlbums: Sendable {
  @Multipart @POST("/photos") func upload(photos: [Part], title: String?) async throws -> [String]
  @Multipart @POST("/described") func describe(meta: SpooledMeta, photo: Part) async throws -> [Int]
  @Multipart @POST("/large") @MaxBody(400_000) func large(photo: Part) async throws -> Int
}

@Schema
struct SpooledMeta: Sendable {
  var text: String
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

  func describe(meta: SpooledMeta, photo: Part) async throws -> [Int] {
    [meta.text.utf8.count, try photo.byteCount, photo.bytes.count]
  }

  func large(photo: Part) async throws -> Int { try photo.byteCount }
}

/// The tests run one after another, because they count the open files of the process.
@Suite("Parts in a temporary file", .serialized, .ownThreads, .timeLimit(.minutes(2)))
struct SpooledPartTests {
  private static let mediaType = MediaType("multipart/form-data; boundary=b")

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

  private static func server(
    _ middleware: [any Middleware] = [], onError: @escaping @Sendable (any Error, ServerRequest) -> Void = { _, _ in }
  ) -> Server {
    Server(port: 0, threads: 1, middleware: middleware, onError: onError) {
      SpooledAlbumsRoutes(SpooledAlbumService()).spoolingFiles(over: 1000, maxBytes: 2_500_000, in: "/dev/shm")
    }
  }

  /// The targets of this process's descriptors, such as `socket:[1]`.
  private static var openings: [String] {
    FileNames.inFolder("/proc/self/fd").compactMap { name in
      var target = [CChar](repeating: 0, count: 200)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      return count > 0 ? String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
  }

  /// The descriptor of the open unnamed file in the folder of the tests; nil if there is none.
  private static var descriptorOfFile: Int32? {
    FileNames.inFolder("/proc/self/fd").first { name in
      var target = [CChar](repeating: 0, count: 200)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      return count > 0
        && String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).hasPrefix("/dev/shm/#")
    }.flatMap { Int32($0) }
  }

  /// The number of open unnamed files in the folder of the tests.
  private static var openFiles: Int { openings.count { $0.hasPrefix("/dev/shm/#") } }

  /// The number of other descriptors, without the events and timers that a runtime creates when it first needs them.
  private static var otherDescriptors: Int {
    openings.count { !$0.hasPrefix("/dev/shm/#") && !$0.hasPrefix("anon_inode:") }
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

  @Test("A large file is stored in the temporary file, and a small one in memory", arguments: [false, true])
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

  @Test(
    "A field is read from a JSON part in the temporary file, up to 1 MiB",
    arguments: [(1, 200), (5000, 200), ((1 << 20) - 11, 200), ((1 << 20) - 10, 400)])
  func json(count: Int, status: Int) async throws {
    let json = #"{"text":"\#(String(repeating: "x", count: count))"}"#
    let parts = [("meta", "blob", json), ("photo", "a.json", "{}" + String(repeating: " ", count: 3000))]
    let body =
      parts.map { name, file, content in
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\r\n"
          + "Content-Type: application/json\r\n\r\n\(content)\r\n"
      }.joined() + "--b--\r\n"
    try await withServer(Self.server()) { client in
      let response = try await client("described").body(text: body, type: Self.mediaType).post.response()
      #expect(response.status.code == status)
      let text = String(decoding: try await response.body.collect(upTo: 1 << 16), as: UTF8.self)
      if status == 200 {
        #expect(text == "[\(count),3002,0]")
      } else {
        #expect(text.contains("It must be at most 1048576 bytes of JSON."), "\(text)")
      }
      try await Self.expectNoFile()
    }
  }

  @Test("A disk error while a JSON part is read from the temporary file results in a reported 500")
  func unreadableJSON() async throws {
    let json = #"{"text":"\#(String(repeating: "x", count: 5000))"}"#
    let first =
      "--b\r\nContent-Disposition: form-data; name=photo; filename=a\r\n\r\n" + String(repeating: "y", count: 70_000)
    let rest =
      "\r\n--b\r\nContent-Disposition: form-data; name=meta; filename=m\r\nContent-Type: application/json\r\n\r\n\(json)"
      + "\r\n--b--\r\n"
    let reports = Lock<[String]>([])
    let server = Self.server(onError: { error, _ in reports.withLock { $0.append("\(type(of: error))") } })
    let wire = try RawWire(port: try await server.start().port)
    try wire.write(
      "POST /described HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\n"
        + "Content-Length: \(first.utf8.count + rest.utf8.count)\r\n\r\n\(first)")
    // The file is replaced by one that can only be written.
    var descriptor: Int32?
    while descriptor == nil {
      descriptor = Self.descriptorOfFile
      if descriptor == nil { try await Task.sleep(for: .milliseconds(5)) }
    }
    let sink = open("/dev/null", O_WRONLY)
    let target = try #require(descriptor)
    #expect(dup2(sink, target) == target)
    close(sink)
    try wire.write(rest)
    #expect(try wire.read().hasPrefix("HTTP/1.1 500 "))
    #expect(reports.withLock { $0 } == ["FileError"])
    await server.stop(drain: .zero)
  }

  @Test("A body of unknown length without bytes has no parts", arguments: [true, false])
  func empty(isSpooled: Bool) async throws {
    let server = Server(port: 0, threads: 1) {
      if isSpooled {
        SpooledAlbumsRoutes(SpooledAlbumService()).spoolingFiles(maxBytes: 1000)
      } else {
        SpooledAlbumsRoutes(SpooledAlbumService())
      }
    }
    try await withServer(server) { client in
      let nothing = ByteStream { nil }
      let response = try await client("photos").body(stream: nothing, type: Self.mediaType).post.response()
      #expect(response.status == .ok)
      #expect(try await response.body.collect(upTo: 100) == Array(#"["-"]"#.utf8))
    }
  }

  @Test("Middleware of a route checks the signature of a body before the body is stored")
  func signed() async throws {
    let signature = try WebhookSignature.hmacSHA256(Secret("secret"), header: "X-Signature")
    let check = WebhookVerification(signature)
    let albums = SpooledAlbumsRoutes(SpooledAlbumService())
    let routes = albums.spoolingFiles(over: 1000, maxBytes: 100_000, in: "/dev/shm").middleware([check])
    try await withServer(Server(port: 0, threads: 1) { routes }) { client in
      let signing = SpooledAlbumsAPI(client.signingWebhooks(signature))
      let size = try await signing.large(photo: Self.photo("a", 5000))
      #expect(size == 5000)
      let error = await #expect(throws: ClientError.self) {
        try await SpooledAlbumsAPI(client).large(photo: Self.photo("a", 5000))
      }
      #expect(error?.response?.status == .unauthorized)
    }
    // In the other order, the middleware would check the signature of no bytes.
    let wrong = albums.middleware([check]).spoolingFiles(over: 1000, maxBytes: 100_000, in: "/dev/shm")
    for routes in [wrong, wrong.middleware([Passing()]), wrong.spoolingFiles(maxBytes: 100_000)] {
      let error = try #require(throws: RouteConflict.self) { try Server(port: 0) { routes }.pipeline() }
      #expect(error.description.contains("(SpooledAlbums.large) stores its body before its middleware runs"))
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

  /// A body with two parts that are spilled, one that is not, and a field.
  private static let spilling: String = {
    let parts = [5000, 900, 3000].enumerated().map { index, count in
      "--b\r\nContent-Disposition: form-data; name=photos; filename=f\(index)\r\n\r\n"
        + String(repeating: "x", count: count) + "\r\n"
    }
    return parts.joined() + "--b\r\nContent-Disposition: form-data; name=title\r\n\r\nt\r\n--b--\r\n"
  }()

  @Test("A thousand clients that leave at random points of a body leave no file and no descriptor")
  static func disconnects() async {
    await #expect(processExitsWith: .success) {
      // The clients block their threads, so they run outside the pool, whose threads read and write the files.
      try await withTaskExecutorPreference(ThreadPerJob()) { try await SpooledPartTests.disconnect(1000) }
    }
  }

  /// Lets clients leave at random points, and checks that nothing is left.
  private static func disconnect(_ count: Int) async throws {
    let server = SpooledPartTests.server()
    let address = try await server.start()
    let body = SpooledPartTests.spilling
    let head =
      "POST /photos HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n"
    var descriptors = 0
    for round in 0...count {
      var random = Randomness(seed: UInt64(round))
      let wire = try RawWire(port: address.port)
      let length = round == 0 ? body.utf8.count : Int.random(in: 0...body.utf8.count, using: &random.generator)
      try wire.write(head + body.prefix(length))
      if random.flip() { wire.resetAtClose() }
      // The descriptors are counted after a first complete upload, because descriptors that it opens may stay open.
      if round == 0 {
        #expect(try wire.read(through: "\"]").hasPrefix("HTTP/1.1 200"))
        descriptors = otherDescriptors - 2
      }
    }
    for _ in 0..<500 where otherDescriptors > descriptors || openFiles > 0 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(otherDescriptors <= descriptors && openFiles == 0)
    await server.stop(drain: .zero)
  }
}
