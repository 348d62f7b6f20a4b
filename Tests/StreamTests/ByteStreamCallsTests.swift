import ContractTestSupport
import ContractTesting
import Testing

/// A way in which a call of the archive reaches its service.
enum ArchiveRoad: CaseIterable, Sendable {
  case sockets, middleware, inProcess, mock

  func serving(_ body: nonisolated(nonsending) (ArchiveAPI) async throws -> Void) async throws {
    let routes = ArchiveRoutes(ArchiveService())
    switch self {
    case .sockets:
      try await withServer(Server(port: 0, threads: 1, onError: { _, _ in }) { routes }) {
        try await body(ArchiveAPI($0))
      }
    case .middleware:
      let middleware: [any Middleware] = [RequestDecompression(), Compression(minBytes: 1)]
      try await withServer(Server(port: 0, threads: 1, middleware: middleware, onError: { _, _ in }) { routes }) {
        try await body(ArchiveAPI($0))
      }
    case .inProcess: try await body(ArchiveAPI(Server(port: 0, onError: { _, _ in }) { routes }.inProcess))
    case .mock:
      let mock = MockCaller()
      let service = ArchiveService()
      mock.on(ArchiveEndpoints.read) { try await service.read(name: $0.name) }
      mock.on(ArchiveEndpoints.write) { try await service.write(name: $0.name, data: $0.data) }
      mock.on(ArchiveEndpoints.mirror) { try await service.mirror(data: $0.data) }
      mock.on(ArchiveEndpoints.described) { _ in try await service.described() }
      mock.on(ArchiveEndpoints.ignore) { try await service.ignore(data: $0.data) }
      mock.on(ArchiveEndpoints.rows) { try await service.rows(count: $0.count) }
      mock.on(ArchiveEndpoints.load) { try await service.load(rows: $0.rows) }
      mock.on(ArchiveEndpoints.double) { try await service.double(rows: $0.rows) }
      try await body(ArchiveAPI(mock))
    }
  }
}

@Suite("Streams of bytes in a contract", .ownThreads, .timeLimit(.minutes(2)))
struct ByteStreamCallsTests {
  @Test("A result is read while it is produced, with its length and media type", arguments: ArchiveRoad.allCases)
  func results(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      let known = try await api.read(name: "known")
      #expect(known.length == 11)
      #expect(known.mediaType == MediaType("image/png"))
      #expect(try await known.collect(upTo: 100) == Array("known bytes".utf8))

      let unknown = try await api.read(name: "unknown")
      #expect(unknown.length == nil)
      #expect(unknown.mediaType == .octetStream)
      #expect(try await unknown.collect(upTo: 100) == Array("unknown length".utf8))

      #expect(try await api.read(name: "empty").collect(upTo: 0) == [])
      var bytes = 0
      for try await chunk in try await api.read(name: "1000000") { bytes += chunk.count }
      #expect(bytes == 1_000_000)
    }
  }

  @Test(
    "A byte stream is returned for any Accept, because its media type is chosen for each response",
    arguments: ["image/png", "image/*", "text/csv"])
  func anyType(_ accepted: String) async throws {
    let client = Server(port: 0) { ArchiveRoutes(ArchiveService()) }.inProcess
    let response = try await client("files")("known").header("Accept", accepted).response()
    #expect(response.status == .ok)
    #expect(response.mediaType == MediaType("image/png"))
    // JSON lines have only their own media type, so a client that accepts only `image/png` is refused.
    let lines = try await client("rows").query("count", 1).header("Accept", "image/png").response()
    #expect(lines.status == .notAcceptable)
  }

  @Test("A declared failure is thrown by the call, with its values", arguments: ArchiveRoad.allCases)
  func failures(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      await #expect(throws: ArchiveError.missing(name: "nothing")) { _ = try await api.read(name: "nothing") }
    }
  }

  @Test("An interrupted result is an error, never a success", arguments: ArchiveRoad.allCases)
  func breaks(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      for name in ["broken", "brokenAtEnd", "long"] where road != .mock || name != "long" {
        let broken = try await api.read(name: name)
        let error = await #expect(throws: (any Error).self) { _ = try await broken.collect(upTo: 100) }
        #expect(road == .mock || (error as? ClientError)?.code == .lostConnection, "\(name)")
      }
    }
  }

  @Test("A body is sent while it is produced, with a known length and without", arguments: ArchiveRoad.allCases)
  func bodies(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      let known = ByteStream([1, 2, 3], mediaType: MediaType("text/csv"))
      #expect(
        try await api.write(name: "a", data: known) == Receipt(name: "a", bytes: 3, sum: 6, mediaType: "text/csv"))
      let crumbs = try await api.write(name: "b", data: .crumbs(of: "abc"))
      #expect(crumbs == Receipt(name: "b", bytes: 3, sum: 294, mediaType: "application/octet-stream"))
      try await api.ignore(data: .crumbs(of: "never read"))
    }
  }

  @Test("A handler streams back the body that it reads", arguments: ArchiveRoad.allCases)
  func mirrors(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      let back = try await api.mirror(data: .crumbs(of: "there and back"))
      #expect(try await back.collect(upTo: 100) == Array("there and back".utf8))
    }
  }

  @Test("A stream may be returned with typed headers", arguments: ArchiveRoad.allCases)
  func headers(_ road: ArchiveRoad) async throws {
    try await road.serving { (api) async throws in
      let (data, digest) = try await api.described()
      #expect(digest == "sha-256=1")
      #expect(try await data.collect(upTo: 100) == Array("digested".utf8))
    }
  }

  @Test("A stream is the body of a request struct with other inputs")
  func structs() async throws {
    let service = ArchiveService()
    let route = Route(upload) { try await service.receipt($0.name, $0.data) }
    try await withServer(Server(port: 0, threads: 1) { route }) { (client) async throws in
      let receipt = try await client.call(upload, ArchiveUpload(name: "c", data: ByteStream([9])))
      #expect(receipt == Receipt(name: "c", bytes: 1, sum: 9, mediaType: "application/octet-stream"))
    }
  }

  @Test("A raw route reads a body while it arrives")
  func rawRoutes() async throws {
    let operation = APIOperation(id: "raw", method: .post, path: "/raw", requestContent: .stream)
    let route = Route(operation: operation) { request in
      var count = 0
      for try await chunk in request.content { count += chunk.count }
      return .text("\(count) \(request.body.count)")
    }
    try await withServer(Server(port: 0, threads: 1) { route }) { (client) async throws in
      let response = try await client("raw").post.body(stream: .crumbs(of: "0123456789")).response()
      #expect(try await response.body.collect(upTo: 100) == Array("10 0".utf8))
    }
  }

  /// A body whose stream fails while it is sent.
  enum BrokenBody: CaseIterable, Sendable {
    case throwing, short, long
    /// These have sent the announced number of bytes before.
    case throwingAtEnd, longAtEnd

    struct Fault: Error {}

    var throwsError: Bool { self == .throwing || self == .throwingAtEnd }

    var stream: ByteStream {
      let left = Lock([[UInt8]](repeating: Array("part".utf8), count: self == .longAtEnd ? 2 : 1)[...])
      let length: Int? = [.short: 5, .long: 3, .throwingAtEnd: 4, .longAtEnd: 4][self]
      return ByteStream(length: length) {
        if let part = left.withLock({ $0.popFirst() }) { return part }
        if throwsError { throw Fault() }
        return nil
      }
    }

    var message: String {
      switch self {
      case .throwing, .throwingAtEnd: "the stream of the request body threw an error"
      case .short: "the request body is shorter than its announced length"
      case .long, .longAtEnd: "the request body is longer than its announced length"
      }
    }
  }

  @Test("A body that fails is an error of the client and not of the server", arguments: BrokenBody.allCases)
  func brokenBodies(_ body: BrokenBody) async throws {
    let (reported, complete) = (Lock(0), Lock(0))
    let server = Server(port: 0, threads: 1, onError: { _, _ in reported.withLock { $0 += 1 } }) {
      ArchiveRoutes(ArchiveService())
      Route(operation: APIOperation(id: "whole", method: .put, path: "/whole")) { _ in
        complete.withLock { $0 += 1 }
        return .text("whole")
      }
      Route(operation: APIOperation(id: "deaf", method: .put, path: "/deaf", requestContent: .stream)) {
        do {
          while try await $0.content.next() != nil {}
          complete.withLock { $0 += 1 }
        } catch {}
        return .text("complete")
      }
    }
    func check(_ client: APIClient) async {
      for path in ["files/a", "whole", "deaf"] as [RequestPath] {
        let error = await #expect(throws: ClientError.self) {
          _ = try await client(path).put.body(stream: body.stream).response()
        }
        #expect(error?.code == .transport && error?.stage == .encode && error?.message == body.message)
        #expect((error?.cause is BrokenBody.Fault) == body.throwsError)
      }
    }
    await check(server.inProcess)
    try await withServer(server) { client in await check(client) }
    #expect(reported.withLock { $0 } == 0)
    #expect(complete.withLock { $0 } == 0)
  }

  @Test("In process, a body that fails after the response has begun interrupts the response")
  func lateBrokenBody() async throws {
    let api = ArchiveAPI(Server(port: 0) { ArchiveRoutes(ArchiveService()) }.inProcess)
    let back = try await api.mirror(data: BrokenBody.throwing.stream)
    #expect(try await back.next() == Array("part".utf8))
    let error = await #expect(throws: ClientError.self) { _ = try await back.next() }
    #expect(error?.code == .transport && error?.cause is BrokenBody.Fault)
  }

  @Test("A second reader of a body is reported as an error of the handler")
  func secondReader() async throws {
    let mayArrive = Gate()
    let reported = Lock<[String]>([])
    let operation = APIOperation(id: "twice", method: .post, path: "/twice", requestContent: .stream)
    let route = Route(operation: operation) { request in
      let content = request.content
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { _ = try await content.next() } }
        // No byte arrives before one of the two reads has failed.
        defer { mayArrive.open() }
        try await group.next()
      }
      return HTTPResponse(.noContent)
    }
    let server = Server(port: 0, threads: 1, onError: { error, _ in reported.withLock { $0.append("\(error)") } }) {
      route
    }
    try await withServer(server) { (client) async throws in
      let body = ByteStream {
        await mayArrive.wait()
        return nil
      }
      let response = try await client("twice").post.body(stream: body).response()
      #expect(response.status == .internalServerError)
    }
    #expect(reported.withLock { $0 } == ["another task already reads this stream, which can have only one reader"])
  }

  @Test("A body over a declared limit is refused with 413, whether or not its length is known")
  func limits() async throws {
    let server = Server(port: 0, threads: 1) { ArchiveRoutes(ArchiveService()) }
    try await Self.expectLimit(ArchiveAPI(server.inProcess))
    try await withServer(server) { client in try await Self.expectLimit(ArchiveAPI(client)) }
  }

  private static func expectLimit(_ api: ArchiveAPI) async throws {
    #expect(try await api.limited(data: ByteStream([UInt8](repeating: 1, count: 100_000))).bytes == 100_000)
    let left = Lock([50_000, 50_001][...])
    let unannounced = ByteStream { left.withLock { $0.popFirst() }.map { [UInt8](repeating: 1, count: $0) } }
    for stream in [ByteStream([UInt8](repeating: 1, count: 100_001)), unannounced] {
      let error = await #expect(throws: ClientError.self) { _ = try await api.limited(data: stream) }
      #expect(error?.response?.status == .contentTooLarge, "\(String(describing: error))")
    }
  }

  /// Returns bytes that hardly compress.
  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 88_172_645_463_325_252
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
  }

  @Test("An encoded body is decoded while it arrives")
  func encodedBodies() async throws {
    let server = Server(port: 0, threads: 1, middleware: [RequestDecompression()]) { ArchiveRoutes(ArchiveService()) }
    try await withServer(server) { (client) async throws in
      let plain = [UInt8](repeating: 5, count: 300_000)
      let response = try await client("files")("z").put.header("Content-Encoding", "gzip")
        .body(bytes: Deflater.deflate(Self.noise(300_000), .gzip)).response()
      #expect(response.status == .ok)
      let bomb = try await client("files")("z").put.header("Content-Encoding", "gzip")
        .body(bytes: Deflater.deflate([UInt8](repeating: 0, count: 30_000_000), .gzip)).response()
      #expect(bomb.status == .contentTooLarge)
      let broken = try await client("files")("z").put.header("Content-Encoding", "gzip").body(bytes: plain).response()
      #expect(broken.status == .badRequest)
    }
  }
}
