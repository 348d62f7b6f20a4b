#if TLS
  import Contract
  import ContractHTTP
  import ContractLoop
  import Testing

  @testable import ContractServer

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  @Suite("A TLS connection", .serialized)
  struct TLSConnectionTests {
    private let made = Certificates()

    @Test("may renew its keys, and is ended when it does nothing else")
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

    @Test("that sends in crumbs leaves other connections their turn")
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
  }

  /// Gives a record that never ends, a byte at a time.
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
#endif
