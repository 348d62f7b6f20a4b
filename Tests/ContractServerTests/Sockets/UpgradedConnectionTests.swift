import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Upgraded connections", .ownThreads, .serialized)
struct UpgradedConnectionTests {
  /// Responds to bytes in uppercase, and to the end with `bye`.
  private static let capitals = TestResponder.upgrading(to: "capitals") { connection in
    do {
      while let bytes = try await connection.read() {
        try await connection.write(Array(String(decoding: bytes, as: UTF8.self).uppercased().utf8))
      }
      try await connection.write(Array("bye".utf8))
    } catch {}
  }

  private static let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: capitals\r\n\r\n"

  @Test("A handler speaks its protocol from the first byte after the head to the end of the connection")
  func toy() async throws {
    try await withEngine(Self.capitals) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request + "first")
      let response = try client.response()
      #expect(response.status == 101)
      #expect(response.has("Upgrade: capitals") && response.has("Connection: Upgrade") && response.has("X-Toy: 1"))
      #expect(try client.take(until: "FIRST") == "FIRST")
      try client.send("GET / HTTP/1.1\r\n\r\n")
      #expect(try client.take(until: "\r\n\r\n") == "GET / HTTP/1.1\r\n\r\n")
      try client.finishSending()
      #expect(try client.take(until: "bye") == "bye")
      #expect(try client.toEnd() == "")
    }
  }

  @Test(
    "A request that cannot be upgraded is refused with 400",
    arguments: [
      "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
  func refused(request: String) async throws {
    try await withEngine(Self.capitals) { server in
      let client = try RawClient(server.address)
      try client.send(request)
      #expect(try client.response().status == 400)
    }
  }

  @Test("A connection that fails before its handler first waits cancels the handler")
  func earlyEnd() async throws {
    let cancelled = Event()
    let responder = TestResponder.upgrading(to: "silence") { connection in
      try? await connection.write([1])
      await waitForCancellation()
      cancelled.set()
    }
    try await withEngine(responder, kernel: ResettingKernel()) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      await cancelled.wait()
    }
  }

  @Test("Several tasks may write at once to a client that reads late", .timeLimit(.minutes(1)))
  func writers() async throws {
    let (count, size) = (4, 4 << 20)
    let responder = TestResponder.upgrading(to: "crowd") { connection in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count { group.addTask { try? await connection.write([UInt8](repeating: 0x78, count: size)) } }
      }
      try? await connection.write(Array("end".utf8))
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      #expect(try client.response().status == 101)
      #expect(try client.toEnd().utf8.count == count * size + 3)
    }
  }

  @Test("A reset by the client or a stop of the server ends the handler")
  func ends() async throws {
    let (began, ended) = (Event(), Event())
    let responder = TestResponder.upgrading(to: "silence") { connection in
      began.set()
      while (try? await connection.read()) != nil {}
      ended.set()
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.request)
      await began.wait()
      try client.reset()
      await ended.wait()
      let other = try RawClient(server.address)
      try other.send(Self.request)
      #expect(try other.response().status == 101)
    }
  }
}

/// A kernel whose connections fail after the first transfer to a client.
private struct ResettingKernel: Kernel {
  private let real = SystemKernel()
  private let sends = Lock(0)

  private var hasReset: Bool {
    sends.withLock { sends in
      sends += 1
      return sends > 1
    }
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    real.rawReceive(descriptor, into: buffer)
  }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    hasReset ? -Int(ECONNRESET) : real.rawSend(descriptor, bytes)
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int {
    hasReset ? -Int(ECONNRESET) : real.rawSend(descriptor, parts)
  }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
    real.rawAccept(descriptor, peer)
  }
}
