#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

// Names of their own, because CPosix has the C types as well, and the compiler may find either for a file that imports both.
package typealias KernelPart = iovec
package typealias KernelAddress = sockaddr_storage

// SAFETY: the kernel reads or writes at most what a buffer's `count` says, during the call alone.
/// The system calls that carry a connection's bytes, as a place where a test can play the kernel.
///
/// Every requirement makes one call and returns its result, or the negated errno: no retry, no judgement. The policy
/// (what EINTR, EAGAIN, EMFILE mean) is in the extension below, so a fake kernel exercises it.
package protocol Kernel: Sendable {
  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int
  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int
}

/// What a transfer on a non-blocking socket came to.
package enum IOResult: Equatable, Sendable {
  /// Bytes moved. A receive of 0 is the peer's end of stream; a send may be shorter than asked.
  case moved(Int)
  /// Nothing now; the loop says when to try again.
  case wouldBlock
}

/// What one accept came to.
package enum Acceptance: ~Copyable, Sendable {
  /// A connection, non-blocking and close-on-exec.
  case connection(Descriptor, peer: SocketAddress)
  /// The connection failed before it was accepted. The next one may be fine.
  case aborted
  /// Nobody waits.
  case wouldBlock
  /// The process or the system has no descriptors or memory left (EMFILE, ENFILE, ENOBUFS, ENOMEM). The connection
  /// still waits, so a level-triggered listener would spin: pause accepting.
  case exhausted(SystemError)
}

extension Kernel {
  /// Receives what is there. Throws what the socket reports, such as ECONNRESET.
  package func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> IOResult {
    try transfer("recv") { rawReceive(descriptor, into: buffer) }
  }

  /// Sends as much as the socket takes. Never raises SIGPIPE; a gone reader throws EPIPE.
  package func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> IOResult {
    try transfer("send") { rawSend(descriptor, bytes) }
  }

  /// Sends several parts in one call, as much as the socket takes.
  package func send(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) throws(SystemError) -> IOResult {
    try transfer("sendmsg") { rawSend(descriptor, parts) }
  }

  private func transfer(_ call: StaticString, _ attempt: () -> Int) throws(SystemError) -> IOResult {
    while true {
      let count = attempt()
      if count >= 0 { return .moved(count) }
      switch Int32(truncatingIfNeeded: -count) {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case let code: throw SystemError(code, call)
      }
    }
  }

  /// Accepts one connection. Throws only what no later call can cure, such as EBADF.
  package func accept(_ descriptor: Int32) throws(SystemError) -> Acceptance {
    var peer = sockaddr_storage()
    while true {
      let result = rawAccept(descriptor, &peer)
      if result >= 0 {
        return .connection(
          Descriptor(owning: Int32(truncatingIfNeeded: result)), peer: SocketAddress(peer))
      }
      let code = Int32(truncatingIfNeeded: -result)
      switch code {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(SystemError(code, "accept4"))
      // accept(2): Linux passes pending network errors of the new socket; treat them as a connection that failed.
      case ECONNABORTED, EPERM, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT:
        return .aborted
      default: throw SystemError(code, "accept4")
      }
    }
  }
}
