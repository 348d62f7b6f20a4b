import ContractTestSupport
import ContractTesting
import Glibc
import Testing

/// A file on a server, whose transfers are interrupted a given number of times.
private final class ServedFile: Sendable {
  let bytes: [UInt8]
  private let tag: EntityTag
  private let cuts: Lock<[Int]>
  let asked = Lock<[String]>([])

  init(_ bytes: [UInt8], cuts: [Int]) {
    self.bytes = bytes
    self.tag = EntityTag(of: bytes)
    self.cuts = Lock(cuts)
  }

  func answer(_ request: ServerRequest) -> HTTPResponse {
    let range = request.head.text(of: "Range")
    asked.withLock { $0.append(range ?? "all") }
    var start = 0
    var response = HTTPResponse(.ok, fields: ["ETag": HTTPFieldValue(tag.description)!])
    if let range, request.head.text(of: "If-Range") == tag.description {
      start = Int(range.dropFirst("bytes=".count).dropLast())!
      response.status = 206
      response.fields["Content-Range"] = HTTPFieldValue("bytes \(start)-\(bytes.count - 1)/\(bytes.count)")!
    }
    let cut = cuts.withLock { $0.isEmpty ? Int.max : $0.removeFirst() }
    response.body = .stream(stream(from: start, cut: start + min(cut, bytes.count)))
    return response
  }

  private func stream(from start: Int, cut: Int) -> ByteStream {
    struct Broken: Error {}
    let position = Lock(start)
    return ByteStream(length: bytes.count - start) { [bytes] in
      let piece = position.withLock { position in
        let end = min(position + 10_000, cut, bytes.count)
        defer { position = end }
        return Array(bytes[position..<end])
      }
      if !piece.isEmpty { return piece }
      if cut < bytes.count { throw Broken() }
      return nil
    }
  }
}

@Suite("Downloads from a server", .ownThreads, .timeLimit(.minutes(2)))
struct DownloadTests {
  @Test("An interrupted download resumes within a call and in a later call", arguments: [false, true])
  func resuming(isRepeated: Bool) async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let file = ServedFile(bytes, cuts: [100_000, 70_000])
    var router = Router()
    router.on(.get, "/file") { request in file.answer(request) }
    let server = Server(
      port: 0, threads: 1, middleware: [Compression(), ConditionalRequests()], onError: { _, _ in }, router: router)
    let path = "/tmp/contract-download-\(UInt64.random(in: .min ... .max))"
    defer { for name in [path, path + ".part", path + ".part.note"] { unlink(name) } }
    try await withServer(server) { client in
      let client = client("file").timeout(.seconds(600))
      if isRepeated {
        _ = try await client.retry(backoff: .constant(.milliseconds(1))).download(to: path, resuming: true)
      } else {
        for _ in 0..<2 {
          let error = await #expect(throws: ClientError.self) { try await client.download(to: path, resuming: true) }
          #expect(error?.code == .lostConnection)
        }
        let downloaded = try await client.download(to: path, resuming: true)
        #expect(downloaded.byteCount == bytes.count && downloaded.resumedByteCount > 0)
        #expect(downloaded.status == 206)
      }
      let asked = file.asked.withLock { $0 }
      #expect(asked.count == 3 && asked[0] == "all" && asked[1...].allSatisfy { $0.hasPrefix("bytes=") })
      let source = try await APIClient(baseURL: "http://echo", transport: EchoingTransport()).body(file: path).post
        .call(.http, as: .bytes)
      #expect(source == bytes)
    }
  }
}

extension DownloadTests {
  @Test("Downloads that are interrupted a thousand times finally complete, and leave no descriptor")
  func often() async {
    await #expect(processExitsWith: .success) {
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
      try await DownloadTests.download(bytes, cuts: [5], number: 0)
      let baseline = await ProcessResources.settled(to: .now)
      for number in 1...50 {
        var random = Randomness(seed: UInt64(number))
        // The cut responses have fewer bytes in total than the file.
        let cuts = (0..<20).map { _ in Int.random(in: 0..<14_000, using: &random.generator) }
        try await DownloadTests.download(bytes, cuts: cuts, number: number)
      }
      let after = await ProcessResources.settled(to: baseline)
      #expect(after.descriptors <= baseline.descriptors)
    }
  }

  /// Downloads a file in a call for each cut and another one.
  private static func download(_ bytes: [UInt8], cuts: [Int], number: Int) async throws {
    let file = ServedFile(bytes, cuts: cuts)
    let path = "/tmp/contract-downloads-\(getpid())-\(number)"
    defer { unlink(path) }
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) {
      Route(operation: APIOperation(id: "file", method: .get, path: "/file")) { request in file.answer(request) }
    }
    try await withServer(server) { client in
      for _ in cuts {
        let error = await #expect(throws: ClientError.self) {
          try await client("file").download(to: path, resuming: true)
        }
        #expect(error?.code == .lostConnection)
      }
      let downloaded = try await client("file").download(to: path, resuming: true)
      #expect(downloaded.byteCount == bytes.count)
    }
    #expect(try await ByteStream(file: path).collect(upTo: 1 << 20) == bytes)
    for name in [path + ".part", path + ".part.note"] { #expect(access(name, F_OK) != 0, "\(name)") }
  }
}

/// Responds with the received request.
private struct EchoingTransport: ClientTransport {
  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    HTTPResponse(.ok, body: .bytes(try await request.body.collect(upTo: 1 << 20)))
  }
}
