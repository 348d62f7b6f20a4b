import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The real kernel with faults: it sends few bytes at once, interrupts calls and runs out of descriptors.
struct FaultyKernel: Kernel {
  private let real = SystemKernel()
  private let calls = Lock(0)
  private let refusals: Lock<[Int32]>
  private let maxBytes: Int

  /// - Parameters:
  ///   - maxBytes: the most one call sends.
  ///   - refusals: the results of the first accepts instead of a connection.
  init(maxBytes: Int, refusals: [Int32] = []) {
    self.maxBytes = maxBytes
    self.refusals = Lock(refusals)
  }

  /// Makes the next accepts fail with these codes.
  func refuse(_ codes: [Int32]) { refusals.withLock { $0 += codes } }

  /// Every third call is interrupted.
  private var isInterrupted: Bool {
    calls.withLock { calls in
      calls += 1
      return calls % 3 == 0
    }
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if isInterrupted { return -Int(EINTR) }
    // The read returns all available bytes: a short read means an empty socket, and the engine may rely on that (epoll(7)).
    return real.rawReceive(descriptor, into: buffer)
  }

  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    if isInterrupted { return -Int(EINTR) }
    return real.rawSend(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(maxBytes)))
  }

  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int {
    if isInterrupted { return -Int(EINTR) }
    guard let first = parts.first(where: { $0.iov_len > 0 }) else { return 0 }
    return real.rawSend(descriptor, UnsafeRawBufferPointer(start: first.iov_base, count: min(first.iov_len, maxBytes)))
  }

  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
    let refusal = refusals.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return refusal.map { -Int($0) } ?? real.rawAccept(descriptor, peer)
  }
}

@Suite("Faulty kernel", .ownThreads, .serialized)
struct FaultyKernelTests {
  @Test("A response is complete even if the kernel accepts few bytes at a time", arguments: [1, 7, 1000])
  func shortTransfers(_ maxBytes: Int) async throws {
    let size = maxBytes * 2000
    let responder = TestResponder.handling(maxBodyBytes: size) { _, content in
      HTTPResponse(.ok, body: .bytes(content))
    }
    try await withEngine(responder, kernel: FaultyKernel(maxBytes: maxBytes)) { server in
      let client = try RawClient(server.address)
      let text = String(repeating: "abcdefg", count: size / 7)
      for _ in 0..<2 {
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        #expect(try client.response().body == text)
      }
      try client.send("GET /%20 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.response().status == 200)
      #expect(try client.toEnd() == "")
    }
  }

  @Test("Without free descriptors, an idle connection is closed for a new one")
  func idleGivesDescriptor() async throws {
    let kernel = FaultyKernel(maxBytes: 100, refusals: [])
    try await withEngine(.echo, kernel: kernel, minIdleTime: 0) { server in
      let idle = try RawClient(server.address)
      try idle.send("GET /idle HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try idle.response().body == "/idle")
      kernel.refuse([EMFILE])
      let client = try RawClient(server.address)
      try client.send("GET /here HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == "/here")
      #expect(try idle.toEnd() == "")
      #expect(server.idleEndCount == 1)
    }
  }

  @Test("A failing listening socket closes no idle connection")
  func brokenListener() async throws {
    let kernel = FaultyKernel(maxBytes: 100)
    try await withEngine(.echo, kernel: kernel, minIdleTime: 0) { server in
      let idle = try RawClient(server.address)
      try idle.send("GET /idle HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try idle.response().body == "/idle")
      kernel.refuse([EINVAL])
      let client = try RawClient(server.address)
      try client.send("GET /here HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == "/here")
      #expect(server.idleEndCount == 0 && server.connectionCount == 2)
    }
  }

  @Test("A client that connects while no descriptor is free is served later")
  func exhausted() async throws {
    let refusals = [EMFILE, ENFILE, ECONNABORTED, EMFILE, ENOBUFS, EINTR, ENOMEM]
    try await withEngine(.echo, kernel: FaultyKernel(maxBytes: 100, refusals: refusals)) { server in
      let client = try RawClient(server.address)
      try client.send("GET /here HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == "/here")
    }
  }
}
