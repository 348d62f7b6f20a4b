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

@Suite("Handler timeout", .ownThreads, .timeLimit(.minutes(5)))
struct QueuedHandlerTimeTests {
  /// Accepts no byte of one response until it is released.
  private final class StubbornKernel: Kernel {
    let hasRefused = Event()
    let gives = Event()
    private let refused = Lock<Int32?>(nil)
    private let real = SystemKernel()
    private let end: [UInt8]

    /// - Parameter end: the end of the response.
    init(refusing end: String) { self.end = Array(end.utf8) }

    private func refuses(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
      if gives.isSet { return false }
      let refuses = refused.withLock { refused in
        if refused == nil, bytes.suffix(end.count).elementsEqual(end) { refused = descriptor }
        return refused == descriptor
      }
      if refuses { hasRefused.set() }
      return refuses
    }

    func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      real.rawReceive(descriptor, into: buffer)
    }

    func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      refuses(descriptor, bytes) ? -Int(EAGAIN) : real.rawSend(descriptor, bytes)
    }

    func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int {
      let last = parts.last.map { UnsafeRawBufferPointer(start: $0.iov_base, count: $0.iov_len) }
      return refuses(descriptor, last ?? .init(start: nil, count: 0)) ? -Int(EAGAIN) : real.rawSend(descriptor, parts)
    }

    func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int {
      real.rawAccept(descriptor, peer)
    }
  }

  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  /// Blocks the thread until a condition holds, for at most 20 seconds.
  private static func block(until isOver: () -> Bool) {
    let end = LoopInstant.read().advanced(byNanoseconds: 20_000_000_000)
    while !isOver(), LoopInstant.read() < end { usleep(1000) }
  }

  @Test("The handler timeout does not begin while other handlers occupy the loop")
  func behindUnsentAnswer() async throws {
    let (arrived, released, ends) = (Event(), Event(), Event())
    let limit: Int64 = 3_000_000_000
    let responder = TestResponder(
      decide: { head in
        let timeout: Duration? = head.path == "/limited" ? .nanoseconds(limit) : nil
        return .collect(upTo: 0, timeout: timeout)
      },
      handler: { head, _ in
        switch head.path {
        case "/meet":
          arrived.set()
          Self.block { released.isSet }
        case "/busy":
          let end = LoopInstant.read().advanced(byNanoseconds: limit + limit / 10)
          Self.block { LoopInstant.read() >= end }
        case "/limited":
          // If the handler timeout had begun when the request arrived, it would be due before this timer of the same loop.
          _ = ContractLoop.current?.schedule(after: .milliseconds(1)) { ends.set() }
          await ends.wait()
        default: break
        }
        return .text(head.path)
      })
    let kernel = StubbornKernel(refusing: "/unsent")
    try await withEngine(responder, kernel: kernel) { server in
      let (limited, busy, other) = (
        try RawClient(server.address), try RawClient(server.address), try RawClient(server.address)
      )
      for client in [busy, other] {
        try client.send(Self.get("/hello"))
        #expect(try client.response().body == "/hello")
      }
      try limited.send(Self.get("/unsent"))
      await kernel.hasRefused.wait()
      // While `/meet` blocks the loop, `/busy` and `/limited` arrive, so one poll finds both, in this order. With `/limited`,
      // the poll also finds space to send the unsent response.
      try other.send(Self.get("/meet"))
      await arrived.wait()
      try busy.send(Self.get("/busy"))
      try limited.send(Self.get("/limited"))
      kernel.gives.set()
      released.set()
      #expect(try other.response().body == "/meet")
      #expect(try busy.response().body == "/busy")
      #expect(try limited.response().body == "/unsent")
      let answer = try limited.response()
      #expect(answer.status == 200)
      #expect(answer.body == "/limited")
    }
  }
}
