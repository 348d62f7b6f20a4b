import ContractHTTP
import ContractTestSupport
import ContractTesting
import Glibc
import Testing

/// A contract whose service writes received parts to files.
@API protocol Scans: Sendable {
  /// The service fails after so many chunks of the file.
  @Multipart @POST("/scans") func store(scan: Part, failsAfter: Int) async throws
}

struct ScanService: Scans {
  let folder: String

  func store(scan: Part, failsAfter: Int) async throws {
    let content = try scan.content()
    let left = Lock(failsAfter)
    let broken = ByteStream {
      let isOver = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isOver { throw FragileService.Undeclared() }
      return try await content.next()
    }
    try await broken.write(to: "\(folder)/scan")
  }
}

/// Middleware that ends bodies after a number of bytes, as lost connections do.
private struct CutBodies: Middleware {
  struct Cut: Error {}
  let cuts: Lock<[Int]>

  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard case .stream(let stream) = request.body, let cut = cuts.withLock({ $0.popLast() }) else {
      return try await next(request)
    }
    let left = Lock(cut)
    var short = request
    short.body = .stream(
      ByteStream { () async throws -> [UInt8]? in
        let room = left.withLock { $0 }
        if room == 0 { throw Cut() }
        guard let chunk = try await stream.next() else { return nil }
        let part = Array(chunk.prefix(room))
        left.withLock { $0 -= part.count }
        return part
      })
    return try await next(short)
  }
}

/// Files whose transfer breaks off.
extension CrowdTests {
  @Test("An interrupted download to a file leaves no file, no descriptor and no stream")
  static func downloads() async {
    await #expect(processExitsWith: .success) {
      let folder = try CrowdTests.makeFolder()
      defer { rmdir(folder) }
      try await CrowdTests.leavingNothing { (_) async throws in
        try await CrowdTests.serving { (api, service) async throws in
          await CrowdTests.inParallel(CrowdTests.count) { round in
            var random = Randomness(seed: UInt64(round))
            let chunks = Int.random(in: 0...12, using: &random.generator)
            let isCancelled = random.flip()
            let error = await #expect(throws: (any Error).self) {
              try await CrowdTests.save(api, to: "\(folder)/\(round)", chunks: chunks, isCancelled: isCancelled)
            }
            #expect(!(error is FileError), "\(String(describing: error))")
          }
          await service.streams.waitForNone()
          #expect(service.streams.total >= CrowdTests.count)
        }
      }
      #expect(FileNames.inFolder(folder) == [])
    }
  }

  /// Downloads a file until the service fails, or until the call is cancelled after a number of chunks.
  private static func save(_ api: FragileAPI, to path: String, chunks: Int, isCancelled: Bool) async throws {
    guard isCancelled else {
      try await api.download(breaksAfter: chunks).write(to: path)
      return
    }
    let mayLeave = Gate()
    let call = Task {
      defer { mayLeave.open() }
      let data = try await api.download(breaksAfter: nil)
      let count = Lock(0)
      let watched = ByteStream {
        let isLast = count.withLock { count in
          count += 1
          return count > chunks
        }
        if isLast { mayLeave.open() }
        return try await data.next()
      }
      try await watched.write(to: path)
    }
    await mayLeave.wait()
    call.cancel()
    try await call.value
  }

  /// Returns the path of a new folder.
  private static func makeFolder() throws -> String {
    var name = Array("/tmp/contract-crowd-XXXXXX".utf8CString)
    let path = mkdtemp(&name).map { String(cString: $0) }
    return try #require(path)
  }

  /// The content of a file part, which is longer than a part in memory.
  private static let scan = [UInt8](repeating: 0x61, count: 24_000)

  @Test("An interrupted or failed upload of a file part leaves no file and no descriptor on either end")
  static func parts() async {
    await #expect(processExitsWith: .success) {
      let folder = try CrowdTests.makeFolder()
      let source = folder + "/source"
      defer {
        unlink(source)
        rmdir(folder)
      }
      try await ByteStream(CrowdTests.scan).write(to: source)
      try await CrowdTests.leavingNothing { (_) async throws in
        try await CrowdTests.upload(source, to: ScanService(folder: folder))
      }
      #expect(FileNames.inFolder(folder) == ["source"])
    }
  }

  /// Uploads a file again and again: half of the bodies break off, and the service fails to write the others.
  private static func upload(_ source: String, to service: ScanService) async throws {
    var random = Randomness(seed: 1)
    let half = count / 2
    let cuts = Lock((0..<half).map { _ in Int.random(in: 0..<scan.count, using: &random.generator) })
    let server = Server(port: 0, threads: 1, middleware: [CutBodies(cuts: cuts)], onError: { _, _ in }) {
      ScansRoutes(service).spoolingFiles(over: 1000, maxBytes: 1 << 20, in: "/dev/shm")
    }
    try await withServer(server) { (client) async throws in
      let scans = ScansAPI(client)
      for phase in 0..<2 {
        await inParallel(half) { round in
          let error = await #expect(throws: ClientError.self) {
            let part = Part(file: source, fileName: "scan.bin", mimeType: "application/octet-stream")
            try await scans.store(scan: part, failsAfter: phase == 0 ? 100 : round % 2)
          }
          #expect(error?.response?.status == .internalServerError, "\(String(describing: error))")
        }
        #expect(cuts.withLock { $0.isEmpty })
      }
    }
  }
}
