internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The service manager that started the process and expects notifications (sd_notify(3)).
struct ServiceManager: Sendable {
  /// The path of a Unix datagram socket, or `@` and an abstract name.
  let name: String

  /// The service manager named by `NOTIFY_SOCKET`; nil if unset or not a Unix socket.
  static var ofProcess: ServiceManager? { ServiceManager(getenv("NOTIFY_SOCKET").map { String(cString: $0) }) }

  init?(_ name: String?) {
    guard let name, name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else { return nil }
    self.name = name
  }

  /// The monotonic time in microseconds, by which the service manager orders reloads.
  static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Sends a state such as `READY=1`. Callers may ignore an error: the server works without a service manager.
  ///
  /// - Returns: 0, or the negated errno.
  @discardableResult
  func tell(_ state: String) -> Int32 {
    let bytes = Array(state.utf8)
    // SAFETY: the pointer is only read, and only inside the call.
    return bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      return contract_send_datagram(name, start, buffer.count)
    }
  }
}
