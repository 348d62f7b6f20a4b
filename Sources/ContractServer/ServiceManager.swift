internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Who has started the process and wants to know when it is ready (sd_notify(3)).
struct ServiceManager: Sendable {
  /// The path of a Unix datagram socket, or `@` and its abstract name.
  let name: String

  /// The one that `NOTIFY_SOCKET` names; nil without it, and when it names something else than a Unix socket.
  static var ofProcess: ServiceManager? { ServiceManager(getenv("NOTIFY_SOCKET").map { String(cString: $0) }) }

  init?(_ name: String?) {
    guard let name, name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else { return nil }
    self.name = name
  }

  /// The clock that the manager compares reloads by.
  static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Sends a state such as `READY=1`. A manager that has gone is no reason to stop, so an error is only returned.
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
