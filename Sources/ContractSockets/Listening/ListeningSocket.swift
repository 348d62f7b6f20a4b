internal import CPosix
internal import ContractHTTP
internal import ContractLoop

/// A listening socket of one loop or of all loops. It is closed when its last loop releases it.
final class ListeningSocket: Sendable {
  private let descriptor: Descriptor
  let settings: ListenerSettings
  /// True when several loops wait for it, and each event should wake few of them.
  let isExclusive: Bool
  private let sharedPort: SharedPort?

  init(
    _ descriptor: consuming Descriptor, _ settings: ListenerSettings, isExclusive: Bool = false,
    sharedPort: SharedPort? = nil
  ) {
    sharedPort?.join(descriptor.raw)
    self.descriptor = consume descriptor
    self.settings = settings
    self.isExclusive = isExclusive
    self.sharedPort = sharedPort
  }

  var raw: Int32 { descriptor.raw }

  /// Called before the socket is closed.
  func willClose() { sharedPort?.leave(raw) }
}

/// A port that this server's sockets share with another process (`SO_REUSEPORT`).
///
/// The kernel assigns each new connection to one of the sockets, and resets the connection if that socket is closed without
/// accepting it. A server that stops therefore first directs new connections to the other process, and waits until those
/// that have begun are complete. Then all of its sockets ignore new connections before any socket is closed, because closing
/// changes the sockets' order and thereby the assignment.
final class SharedPort: Sendable {
  /// The maximum time of a TCP handshake that has begun.
  static let handOverTime = Duration.milliseconds(250)

  /// The inodes of this server's sockets, until they are closed.
  private let sockets = Lock<[Int32]>([])
  /// The inodes of sockets that listened before.
  private let older: Set<UInt64>

  /// - Parameter raw: the first socket, which does not listen yet.
  init(_ raw: Int32) {
    self.older = Self.listeners(atAddressOf: raw)
  }

  func join(_ raw: Int32) {
    sockets.withLock { $0.append(raw) }
  }

  /// Called before a socket is closed. After the last one, the kernel chooses among the other process's sockets.
  func leave(_ raw: Int32) {
    let isLast = sockets.withLock { sockets in
      sockets.removeAll { $0 == raw }
      return sockets.isEmpty
    }
    if isLast { _ = contract_prefer_no_shared_socket(raw) }
  }

  /// Directs new connections to another process, if there is one.
  ///
  /// The first sockets of the port belong to the older server, which is this one unless an earlier one still listens.
  func handOver() {
    let sockets = sockets.withLock { $0 }
    guard let first = sockets.first else { return }
    let isNewer = !older.isDisjoint(with: Self.listeners(atAddressOf: first))
    // Kernels before 4.5 refuse this option. Connections then go to both processes until the sockets are closed.
    _ = contract_prefer_shared_socket(first, isNewer ? 0 : UInt32(sockets.count))
  }

  /// Ignores new connections. Those that have begun can still be completed.
  func ignoreNewConnections() {
    for socket in sockets.withLock({ $0 }) { _ = contract_ignore_new_connections(socket) }
  }

  /// Returns the inodes of all sockets that listen on the port; empty if the kernel does not reveal them.
  private static func listeners(atAddressOf raw: Int32) -> Set<UInt64> {
    Set(
      // SAFETY: the function writes as many inodes as it returns, and at most `buffer.count`.
      [UInt64](unsafeUninitializedCapacity: 1024) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        count = Int(max(0, contract_listeners_at_address_of(raw, start, Int32(buffer.count))))
      })
  }
}
