import ContractTestSupport
import ContractTesting
import Testing

/// A service that counts the streams that were not released.
private final class Probe: Sendable {
  let alive = Lock(0)
  private let chunks = Lock(0)
  /// Opened when a read of the body has failed.
  let hasFailed = Gate()

  /// Counts a chunk, and returns the number of all.
  func count() -> Int {
    chunks.withLock { chunks in
      chunks += 1
      return chunks
    }
  }

  /// Returns an endless stream.
  func endless() -> ByteStream {
    let token = Token(self)
    return ByteStream {
      withExtendedLifetime(token) { [UInt8](repeating: 1, count: 16_384) }
    }
  }

  final class Token: Sendable {
    let probe: Probe
    init(_ probe: Probe) {
      self.probe = probe
      probe.alive.withLock { $0 += 1 }
    }
    deinit { probe.alive.withLock { $0 -= 1 } }
  }
}

@Suite("Transfers of streams", .ownThreads, .timeLimit(.minutes(3)))
struct StreamedTransferTests {
  private static let endless = Endpoint<Empty, ByteStream>(.get, "/endless")

  @Test("A large body is uploaded and downloaded in bounded memory")
  func large() async throws {
    let count = 256 << 20
    let service = ArchiveService()
    let ahead = Lock((produced: 0, consumed: 0, most: 0))
    let route = Route(upload) { input in
      var receipt = Receipt(name: input.name, bytes: 0, sum: 0)
      for try await chunk in input.data {
        receipt.bytes += chunk.count
        ahead.withLock {
          $0.consumed += chunk.count
          $0.most = max($0.most, $0.produced - $0.consumed)
        }
      }
      return receipt
    }
    try await withServer(Server(port: 0, threads: 1) { [route] + ArchiveRoutes(service).routes }) {
      (client) async throws in
      let chunk = [UInt8](repeating: 3, count: 65_536)
      let body = ByteStream {
        ahead.withLock { ahead in
          if ahead.produced == count { return nil }
          ahead.produced += chunk.count
          return chunk
        }
      }
      let receipt = try await client.call(upload, ArchiveUpload(name: "big", data: body))
      #expect(receipt.bytes == count)
      // The bytes that are produced and not yet consumed are only those in the buffers of the client, the server and the
      // kernel.
      #expect(ahead.withLock { $0.most } < 16 << 20)
      var received = 0
      for try await chunk in try await ArchiveAPI(client).read(name: "\(count)") { received += chunk.count }
      #expect(received == count)
    }
  }

  @Test("A client gets a response sent before its long body has arrived")
  func early() async throws {
    let operation = APIOperation(id: "early", method: .post, path: "/early", requestContent: .stream)
    let route = Route(operation: operation) { request in
      _ = try await request.content.next()
      return HTTPResponse(.conflict)
    }
    try await withServer(Server(port: 0, threads: 1) { route }) { (client) async throws in
      let body = ByteStream(length: 64 << 20) { [UInt8](repeating: 1, count: 65_536) }
      let response = try await client("early").post.body(stream: body).response()
      #expect(response.status == .conflict)
    }
  }

  @Test("Dropping a stream in the middle ends its source", arguments: 1...20)
  func leaves(_ round: Int) async throws {
    let probe = Probe()
    let route = Route(Self.endless) { _ in probe.endless() }
    try await withServer(Server(port: 0, threads: 1) { route }) { (client) async throws in
      var received = 0
      for try await chunk in try await client.call(Self.endless) {
        received += chunk.count
        if received > round * 10_000 { break }
      }
    }
    // The server has stopped, and with it every handler.
    #expect(probe.alive.withLock { $0 } == 0)
  }

  @Test("A cancelled call ends the upload, and the handler stops reading", arguments: 1...20)
  func cancels(_ round: Int) async throws {
    let probe = Probe()
    let isReading = Gate()
    let route = Route(upload) { input in
      do {
        for try await chunk in input.data where !chunk.isEmpty {
          if probe.count() >= round { isReading.open() }
        }
      } catch {
        // The body may fail before `round` chunks have arrived, and the test must not wait for more chunks then.
        isReading.open()
        probe.hasFailed.open()
        throw error
      }
      return Receipt(name: "", bytes: 0, sum: 0)
    }
    try await withServer(Server(port: 0, threads: 1, onError: { _, _ in }) { route }) { client in
      let body = Probe().endless()
      let task = Task { try await client.call(upload, ArchiveUpload(name: "x", data: body)) }
      await isReading.wait()
      task.cancel()
      let error = await #expect(throws: ClientError.self) { _ = try await task.value }
      #expect(error?.code == .cancelled)
      await probe.hasFailed.wait()
    }
  }

  @Test("A slow upload does not time out, and a stalled upload does")
  func slowUploads() async throws {
    let reading = Gate()
    let route = Route(upload) { input in
      if input.name == "still" {
        await reading.wait()
        return Receipt(name: "", bytes: 0, sum: 0)
      }
      return try await ArchiveService().receipt(input.name, input.data)
    }
    try await withServer(Server(port: 0, threads: 1) { route }) { (client) async throws in
      let short = client.timeout(.milliseconds(300))
      let left = Lock(8)
      let slow = ByteStream {
        let isOver = left.withLock { left in
          left -= 1
          return left < 0
        }
        if isOver { return nil }
        try await Task.sleep(for: .milliseconds(100))
        return [1]
      }
      #expect(try await short.call(upload, ArchiveUpload(name: "slow", data: slow)).bytes == 8)
      let still = ByteStream { [UInt8](repeating: 1, count: 1 << 20) }
      let error = await #expect(throws: ClientError.self) {
        _ = try await short.call(upload, ArchiveUpload(name: "still", data: still))
      }
      #expect(error?.code == .timeout)
      reading.open()
    }
  }
}
