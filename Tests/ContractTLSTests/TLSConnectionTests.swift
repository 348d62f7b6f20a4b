#if TLS
  import ContractTestSupport
  import Contract
  import ContractHTTP
  import ContractLoop
  import Testing

  @testable import ContractServer
  @testable import ContractSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  @Suite("TLS connections", .ownThreads, .serialized)
  struct TLSConnectionTests {
    private let made = Certificates()

    @Test("A client may renew its keys, but not endlessly without a request")
    func keyUpdates() async throws {
      try await withServer(made.server) { _, port in
        let other = try TLSClient(port)
        let client = try TLSClient(port)
        for _ in 0..<3 {
          for _ in 0..<20 { try client.renewKey() }
          #expect(try client.ask() == "x")
        }
        #expect(throws: TLSClient.Failure.self) {
          for _ in 0..<100 { try client.renewKey() }
          _ = try client.ask()
        }
        #expect(try other.ask() == "x")
      }
    }

    @Test("A client that sends tiny records does not starve other connections")
    func crumbs() throws {
      let kernel = CrumbKernel()
      let contexts = try TLSContexts(made.server)
      let session = try #require(contexts.session(on: -1, through: kernel, received: []))
      for round in 1...3 {
        guard case .waits = session.handshake() else { throw TLSClient.Failure(what: "handshake") }
        #expect(session.hasMore)
        #expect(kernel.reads == 8 * round)
      }
    }

    @Test(
      "A stream that sends nothing is cancelled when its TLS client closes, with or without close_notify",
      .timeLimit(.minutes(1)), arguments: [true, false])
    func silentStream(notifies: Bool) async throws {
      let cancelled = Gate()
      let (pieces, feed) = AsyncStream.makeStream(of: [UInt8].self)
      feed.onTermination = { _ in cancelled.open() }
      feed.yield([0x41])
      var router = Router()
      router.on(.get, "/") { _ in
        HTTPResponse(
          .ok,
          body: .stream(
            ByteStream {
              var next = pieces.makeAsyncIterator()
              return await next.next()
            }))
      }
      var timeouts = ServerTimeouts()
      timeouts.departure = .milliseconds(50)
      let server = Server(
        listening: [.tcp(port: 0).secured(by: made.server)], threads: 1, timeouts: timeouts, router: router)
      let port = try await server.start().port
      do {
        let client = try TLSClient(port)
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        var text = ""
        while !text.hasSuffix("1\r\nA\r\n"), let piece = try client.receive() { text += piece }
        if notifies { client.sayGoodbye() }
      }
      await cancelled.wait()
      await server.stop(drain: .zero)
    }

    @Test("A half-closed client without close_notify gets the whole response", arguments: ["/who", "/big"])
    func halfClosed(path: String) async throws {
      try await withServer(made.server) { _, port in
        let client = try TLSClient(port)
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        try client.finishSending()
        let answer = try client.toEnd()
        #expect(answer.hasSuffix(path == "/who" ? "\r\n\r\nnobody" : "abcdef"))
        #expect(answer.utf8.count > (path == "/who" ? 0 : 1 << 22))
      }
    }

    @Test("A connection ends with close_notify even if the socket is full for a while")
    func lateEnd() async throws {
      var router = Router()
      router.on(.get, "/") { _ in .text("here") }
      let responder = try Server(port: 0, router: router).pipeline()
      let options = SocketServer.Options([.tcp(port: 0).secured(by: made.server)])
      let server = try SocketServer(options, responder: responder, kernel: FullKernel())
      let client = try TLSClient(Int(try #require(server.address.port)))
      try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.receive()?.hasSuffix("here") == true)
      // The arrival of this byte is an event, after which the server tries to send close_notify again.
      try client.send("x")
      #expect(try client.toEnd() == "")
      await server.stop(deadline: .zero)
    }

    @Test("A service gets the messages that arrived before a send failed", .timeLimit(.minutes(1)))
    func failedSend() async throws {
      let (began, ended, gate) = (Gate(), Gate(), BlockingGate())
      let kernel = RefusingKernel()
      let received = Lock((count: 0, failsToSend: false, endsNormally: false))
      let route = Route(Endpoint<Empty, Channel<[UInt8], [UInt8]>>(.get, "/")) { _ in
        Channel { connection in
          began.open()
          // This blocks the loop until the messages and the Close frame have arrived.
          gate.wait()
          var result = (count: 0, failsToSend: false, endsNormally: false)
          do { try await connection.send([1]) } catch { result.failsToSend = true }
          do {
            while try await connection.receive() != nil { result.count += 1 }
            result.endsNormally = true
          } catch {}
          let last = result
          received.withLock { $0 = last }
          ended.open()
        }
      }
      let responder = try Server(port: 0) { route }.pipeline()
      let options = SocketServer.Options([.tcp(port: 0).secured(by: made.server)])
      let server = try SocketServer(options, responder: responder, kernel: kernel)
      let client = try TLSClient(Int(try #require(server.address.port)))
      try client.send(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
      #expect(try client.receive()?.hasPrefix("HTTP/1.1 101") == true)
      await began.wait()
      let message = [0x82, 0xFE, 0x03, 0xE8, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 1000)
      try client.send(
        bytes: Array(repeatElement(message, count: 40).joined()) + [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
      kernel.refuses.withLock { $0 = true }
      gate.open()
      await ended.wait()
      await server.stop(deadline: .zero)
      #expect(received.withLock { $0 } == (40, true, true))
    }
  }

  /// A kernel that delivers a record without an end, one byte at a time.
  private final class CrumbKernel: Kernel {
    private let calls = Lock(0)

    var reads: Int { calls.withLock { $0 } }

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      buffer[0] = number <= 5 ? [0x16, 0x03, 0x01, 0x3F, 0xFF][number - 1] : 0
      return 1
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int { bytes.count }
    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { -Int(EINVAL) }
    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int { -Int(EINVAL) }
  }

  /// The real kernel, which does not accept a `close_notify` (24 bytes in TLS 1.3) the first time.
  private final class FullKernel: Kernel {
    private let real = SystemKernel()
    private let hasRefused = Lock(false)

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      real.rawReceive(descriptor, into: buffer)
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      let isRefused = hasRefused.withLock { hasRefused in
        guard bytes.count == 24, !hasRefused else { return false }
        hasRefused = true
        return true
      }
      return isRefused ? -Int(EAGAIN) : real.rawSend(descriptor, bytes)
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { -Int(EINVAL) }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
      real.rawAccept(descriptor, peer)
    }
  }

  /// The real kernel, which sends nothing once it refuses.
  private struct RefusingKernel: Kernel {
    let refuses = Lock(false)
    private let real = SystemKernel()

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      real.rawReceive(descriptor, into: buffer)
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      refuses.withLock { $0 } ? -Int(EPIPE) : real.rawSend(descriptor, bytes)
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { -Int(EINVAL) }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
      real.rawAccept(descriptor, peer)
    }
  }
#endif
