internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Wrappers for system calls outside the request path. They retry after EINTR and throw other errors as
/// ``SystemError``. The calls that transfer a connection's bytes are in ``Kernel``.
package enum Syscalls {
  /// Converts a result, which is a value >= 0 or a negated errno, to a value or an error.
  static func value(
    _ call: StaticString, on subject: @autoclosure () -> String? = nil, _ attempt: () -> Int32
  ) throws(SystemError) -> Int32 {
    while true {
      let result = attempt()
      if result >= 0 { return result }
      if result != -EINTR { throw SystemError(-result, call, on: subject()) }
    }
  }

  // MARK: Sockets

  /// Creates a non-blocking, close-on-exec stream socket of the address's family.
  package static func streamSocket(for address: SocketAddress) throws(SystemError) -> Descriptor {
    Descriptor(owning: try value("socket") { contract_stream_socket(address.family) })
  }

  /// Creates two connected non-blocking sockets.
  package static func streamPair() throws(SystemError) -> (Int32, Int32) {
    var first: Int32 = -1
    var second: Int32 = -1
    _ = try value("socketpair") { contract_stream_pair(&first, &second) }
    return (first, second)
  }

  package static func bind(_ descriptor: Int32, to address: SocketAddress) throws(SystemError) {
    _ = try value("bind", on: address.description) {
      address.withSockaddr { contract_bind(descriptor, $0, $1) } ?? -ENAMETOOLONG
    }
  }

  package static func listen(_ descriptor: Int32, backlog: Int32) throws(SystemError) {
    _ = try value("listen") { contract_listen(descriptor, backlog) }
  }

  /// Starts or completes a connection. Returns false while it is in progress (EINPROGRESS).
  package static func connect(_ descriptor: Int32, to address: SocketAddress) throws(SystemError) -> Bool {
    let result = address.withSockaddr { contract_connect(descriptor, $0, $1) } ?? -ENAMETOOLONG
    if result >= 0 || result == -EISCONN { return true }
    // An interrupted connect continues asynchronously (connect(2)), like one that would block.
    if result == -EINPROGRESS || result == -EINTR || result == -EALREADY { return false }
    throw SystemError(-result, "connect", on: address.description)
  }

  /// Closes the sending side. Reading continues.
  package static func shutdownWriting(_ descriptor: Int32) throws(SystemError) {
    _ = try value("shutdown") { contract_shutdown_writing(descriptor) }
  }

  package static func localAddress(of descriptor: Int32) throws(SystemError) -> SocketAddress {
    var storage = sockaddr_storage()
    _ = try value("getsockname") { contract_local_address(descriptor, &storage) }
    return SocketAddress(storage)
  }

  package static func peerAddress(of descriptor: Int32) throws(SystemError) -> SocketAddress {
    var storage = sockaddr_storage()
    _ = try value("getpeername") { contract_peer_address(descriptor, &storage) }
    return SocketAddress(storage)
  }

  // MARK: Socket options

  /// A socket option with a numeric value.
  package enum SocketOption: UInt32, Sendable {
    case reuseAddress, reusePort, keepAlive, noDelay, v6Only, sendBuffer, receiveBuffer
    /// Read-only: 1 when the socket listens, which an inherited descriptor must.
    case isListening
    /// Read-only: AF_INET, AF_INET6 or AF_UNIX.
    case family
    /// Read-only: SOCK_STREAM or another type.
    case type
    /// The maximum number of unsent bytes of a TCP connection in the kernel.
    case notSentLowWater
    /// The TCP keepalive settings: seconds of silence before the first probe, seconds between probes, and the number of
    /// probes.
    case keepAliveIdle, keepAliveInterval, keepAliveCount
  }

  package static func setOption(
    _ option: SocketOption, to number: Int32, on descriptor: Int32
  ) throws(SystemError) {
    _ = try value("setsockopt", on: "\(option)") {
      contract_set_socket_option(descriptor, Int32(option.rawValue), number)
    }
  }

  package static func option(_ option: SocketOption, of descriptor: Int32) throws(SystemError) -> Int32 {
    var number: Int32 = 0
    _ = try value("getsockopt", on: "\(option)") {
      contract_get_socket_option(descriptor, Int32(option.rawValue), &number)
    }
    return number
  }

  /// Returns true when data can be read, or the input has ended.
  package static func hasInput(_ descriptor: Int32) -> Bool { contract_has_input(descriptor) != 0 }

  /// Makes the next close reset the connection instead of sending queued data.
  package static func resetOnClose(_ descriptor: Int32) throws(SystemError) {
    _ = try value("setsockopt", on: "linger") { contract_reset_on_close(descriptor) }
  }

  // MARK: Descriptors and files

  package static func setNonBlocking(_ descriptor: Int32, _ mode: BlockingMode = .nonBlocking) throws(SystemError) {
    _ = try value("fcntl") { contract_set_nonblocking(descriptor, mode == .nonBlocking ? 1 : 0) }
  }

  /// The blocking mode of a descriptor.
  package enum BlockingMode: Sendable { case blocking, nonBlocking }

  /// Creates a descriptor for a counter that threads and signal handlers can signal.
  package static func eventDescriptor() throws(SystemError) -> Descriptor {
    Descriptor(owning: try value("eventfd") { contract_eventfd_create() })
  }

  /// Removes a file, such as a Unix socket. A missing file is not an error.
  package static func unlink(_ path: String) throws(SystemError) {
    _ = try value("unlink", on: path) {
      let result = contract_unlink(path)
      return result == -ENOENT ? 0 : result
    }
  }

  package static func chmod(_ path: String, mode: UInt32) throws(SystemError) {
    _ = try value("chmod", on: path) { contract_chmod(path, mode) }
  }
}
