internal import CPosix
internal import ContractHTTP
internal import ContractLoop

/// A listening socket of one loop, or of all of them. It is closed when the last of its loops lets go of it.
final class ListeningSocket: Sendable {
  private let descriptor: Descriptor
  let intake: Intake
  /// True when several loops wait for it, and few of them are to wake.
  let isExclusive: Bool
  private let sharedPort: SharedPort?

  init(_ descriptor: consuming Descriptor, _ intake: Intake, isExclusive: Bool = false, sharedPort: SharedPort? = nil) {
    sharedPort?.join(descriptor.raw)
    self.descriptor = consume descriptor
    self.intake = intake
    self.isExclusive = isExclusive
    self.sharedPort = sharedPort
  }

  var raw: Int32 { descriptor.raw }

  /// The socket is about to be closed.
  func willClose() { sharedPort?.leave(raw) }
}

/// A port that this server's sockets share with another process (`SO_REUSEPORT`).
///
/// The kernel gives a connection to one of the sockets when it begins, and resets it when that socket is closed before it was
/// accepted. So a server that stops first sends new connections to the other process and waits until those that have begun
/// are complete. Then all of its sockets turn deaf to new ones, before any of them is closed: a close changes the sockets'
/// order, and with it who gets a connection.
final class SharedPort: Sendable {
  /// How long a handshake that has begun may take to complete.
  static let handOverTime = Duration.milliseconds(250)

  /// This server's, until they are closed.
  private let sockets = Lock<[Int32]>([])
  /// Who listened here before.
  private let older: Set<UInt64>

  /// - Parameter raw: the first of the sockets, which does not listen yet.
  init(_ raw: Int32) {
    self.older = Self.listeners(atAddressOf: raw)
  }

  func join(_ raw: Int32) {
    sockets.withLock { $0.append(raw) }
  }

  /// A socket is about to be closed. The last one lets the kernel choose again among what is left, which is the other
  /// process's.
  func leave(_ raw: Int32) {
    let isLast = sockets.withLock { sockets in
      sockets.removeAll { $0 == raw }
      return sockets.isEmpty
    }
    if isLast { _ = contract_prefer_no_shared_socket(raw) }
  }

  /// Sends new connections to another process, if there is one.
  ///
  /// The first sockets of the port are the older server's. That is this one, unless one that was there before it still is.
  func handOver() {
    let sockets = sockets.withLock { $0 }
    guard let first = sockets.first else { return }
    let isNewer = !older.isDisjoint(with: Self.listeners(atAddressOf: first))
    // Refused by kernels before 4.5, where connections then go to both until the end.
    _ = contract_prefer_shared_socket(first, isNewer ? 0 : UInt32(sockets.count))
  }

  /// Lets nobody begin a connection here any more; whoever has begun one may complete it.
  func ignoreNewConnections() {
    for socket in sockets.withLock({ $0 }) { _ = contract_ignore_new_connections(socket) }
  }

  /// The inodes of all sockets that listen there; none where the kernel does not tell.
  private static func listeners(atAddressOf raw: Int32) -> Set<UInt64> {
    Set(
      // SAFETY: the function writes as many as it returns, and at most as many as there is room for.
      [UInt64](unsafeUninitializedCapacity: 1024) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        count = Int(max(0, contract_listeners_at_address_of(raw, start, Int32(buffer.count))))
      })
  }
}
