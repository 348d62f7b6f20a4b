import ContractHTTP
import ContractLoop
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A kernel with scripted results: a count, or a negated errno.
private final class ScriptedKernel: Kernel {
  private let answers: Lock<[Int]>

  init(_ answers: [Int32]) { self.answers = Lock(answers.map(Int.init)) }

  var isExhausted: Bool { answers.withLock { $0.isEmpty } }

  private func next() -> Int {
    answers.withLock { $0.isEmpty ? -Int(ENOSYS) : $0.removeFirst() }
  }

  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int { next() }
  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int { next() }
  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int { next() }
  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int { next() }
}

@Suite("Kernel policies")
struct KernelTests {
  /// The result of the kernel (a count or a negated errno), and the result for the caller.
  struct Script: Sendable {
    let answers: [Int32]
    let expected: String

    init(_ answers: [Int32], _ expected: String) {
      self.answers = answers
      self.expected = expected
    }
  }

  static let transfers: [Script] = [
    Script([5], "moved 5"),
    Script([0], "moved 0"),
    Script([-EINTR, -EINTR, 3], "moved 3"),
    Script([-EAGAIN], "would block"),
    Script([-EINTR, -EAGAIN], "would block"),
    Script([-ECONNRESET], "thrown 104"),
    Script([-EINTR, -EPIPE], "thrown 32"),
  ]

  @Test(
    "An interrupted transfer is retried, EAGAIN returns `wouldBlock`, and other errors throw",
    arguments: transfers)
  func transfer(script: Script) {
    func check(_ transfer: (ScriptedKernel) throws(SystemError) -> IOResult) {
      let kernel = ScriptedKernel(script.answers)
      #expect(describe(kernel, transfer) == script.expected)
      #expect(kernel.isExhausted)
    }
    check { kernel throws(SystemError) in try kernel.receive(0, into: .init(start: nil, count: 0)) }
    check { kernel throws(SystemError) in try kernel.send(0, UnsafeRawBufferPointer(start: nil, count: 0)) }
    check { kernel throws(SystemError) in try kernel.send(0, UnsafeBufferPointer<iovec>(start: nil, count: 0)) }
  }

  private func describe(
    _ kernel: ScriptedKernel, _ transfer: (ScriptedKernel) throws(SystemError) -> IOResult
  ) -> String {
    do throws(SystemError) {
      switch try transfer(kernel) {
      case .moved(let count): return "moved \(count)"
      case .wouldBlock: return "would block"
      }
    } catch {
      return "thrown \(error.code)"
    }
  }

  static let accepts: [Script] = [
    Script([-EAGAIN], "would block"),
    Script([-EINTR, -EAGAIN], "would block"),
    Script([-ECONNABORTED], "aborted"),
    Script([-EPROTO], "aborted"),
    Script([-EMFILE], "exhausted accept4: Too many open files (errno 24)"),
    Script([-ENFILE], "exhausted accept4: Too many open files in system (errno 23)"),
    Script([-EBADF], "thrown accept4: Bad file descriptor (errno 9)"),
  ]

  @Test(
    "`accept` retries after EINTR, returns aborts and exhaustion as values, and throws other errors", arguments: accepts
  )
  func accept(script: Script) {
    let kernel = ScriptedKernel(script.answers)
    #expect(describe { () throws(SystemError) in try kernel.accept(0) } == script.expected)
    #expect(kernel.isExhausted)
  }

  private func describe(_ accept: () throws(SystemError) -> Acceptance) -> String {
    do throws(SystemError) {
      switch try accept() {
      case .connection: return "connection"
      case .aborted: return "aborted"
      case .wouldBlock: return "would block"
      case .exhausted(let error): return "exhausted \(error)"
      }
    } catch {
      return "thrown \(error)"
    }
  }

  @Test("A send beyond the socket buffer is partial, and the peer receives exactly the bytes sent")
  func shortSends() throws {
    let pair = try SocketPair()
    try Syscalls.setOption(.sendBuffer, to: 4096, on: pair.near.raw)
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    var sent = 0
    try bytes.withUnsafeBytes { all in
      let half = all.count / 2
      let base = UnsafeMutableRawPointer(mutating: all.baseAddress)
      let parts = [iovec(iov_base: base, iov_len: half), iovec(iov_base: base?.advanced(by: half), iov_len: half)]
      guard case .moved(let count) = try parts.withUnsafeBufferPointer({ try SystemKernel().send(pair.near.raw, $0) })
      else { throw LoopStopped() }
      sent = count
      #expect(count > 0 && count < all.count)
      while case .moved(let count) = try SystemKernel().send(pair.near.raw, all) { sent += count }
    }
    var received = 0
    while let text = try receive(from: pair.far.raw) { received += text.utf8.count }
    #expect(received == sent)
  }

  @Test("Sending to a closed peer throws EPIPE instead of raising SIGPIPE")
  func brokenPipe() throws {
    let (near, far) = try Syscalls.streamPair()
    let sender = Descriptor(owning: near)
    Descriptor(owning: far).closeNow()
    let error = #expect(throws: SystemError.self) { try send("x", on: sender.raw) }
    #expect(error == SystemError(EPIPE, "send"))
  }
}
