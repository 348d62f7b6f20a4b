#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

// Unambiguous names: CPosix imports the C types as well, and the compiler may pick either in a file that imports both.
package typealias KernelPart = iovec
package typealias KernelAddress = sockaddr_storage

// SAFETY: the kernel reads or writes at most `count` bytes of a buffer, only during the call.
/// The system calls that transfer a connection's bytes. Tests can replace the kernel here.
///
/// Every requirement makes one call and returns its result or the negated errno, without retries. The handling of
/// EINTR, EAGAIN and EMFILE is in the extension below, so a fake kernel exercises it.
package protocol Kernel: Sendable {
  func rawReceive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
  func rawSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
  func rawSend(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) -> Int
  func rawAccept(_ descriptor: Int32, _ peer: UnsafeMutablePointer<sockaddr_storage>) -> Int
}

/// The result of a transfer on a non-blocking socket.
package enum IOResult: Equatable, Sendable {
  /// The number of bytes moved. 0 bytes received mean the end of the stream; a send may be partial.
  case moved(Int)
  /// Nothing can be moved now; wait for a readiness event.
  case wouldBlock
}

/// The result of accepting a connection.
package enum Acceptance: ~Copyable, Sendable {
  /// A connection whose descriptor is non-blocking and close-on-exec.
  case connection(Descriptor, peer: SocketAddress)
  /// The connection failed before it was accepted. Another one may succeed.
  case aborted
  /// No connection is waiting.
  case wouldBlock
  /// The process or the system has run out of descriptors or memory (EMFILE, ENFILE, ENOBUFS, ENOMEM). The connection
  /// keeps waiting, so pause accepting: a level-triggered listener would spin.
  case exhausted(SystemError)
}

extension Kernel {
  /// Receives available bytes. Throws the error of the socket, such as ECONNRESET.
  package func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> IOResult {
    try transfer("recv") { rawReceive(descriptor, into: buffer) }
  }

  /// Sends as much as the socket accepts. Never raises SIGPIPE; throws EPIPE when the reader is gone.
  package func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> IOResult {
    try transfer("send") { rawSend(descriptor, bytes) }
  }

  /// Sends as much of several buffers as the socket accepts, in one call.
  package func send(_ descriptor: Int32, _ parts: UnsafeBufferPointer<iovec>) throws(SystemError) -> IOResult {
    try transfer("sendmsg") { rawSend(descriptor, parts) }
  }

  func transfer(_ call: StaticString, _ attempt: () -> Int) throws(SystemError) -> IOResult {
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

  /// Accepts one connection. Throws only permanent errors, such as EBADF.
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
      // accept(2): Linux passes pending network errors of the new socket; treat them as a failed connection.
      case ECONNABORTED, EPERM, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT:
        return .aborted
      default: throw SystemError(code, "accept4")
      }
    }
  }
}
