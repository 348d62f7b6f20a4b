internal import CPosix
internal import ContractLoop
internal import Synchronization

/// A listening socket of one loop, or of all of them. It is closed when the last of its loops lets go of it.
final class ListeningSocket: Sendable {
  private let descriptor: Descriptor
  let intake: Intake
  /// True when several loops wait for it, and few of them are to wake.
  let isExclusive: Bool
  private let sharedPort: SharedPort?

  init(_ descriptor: consuming Descriptor, _ intake: Intake, isExclusive: Bool = false, sharedPort: SharedPort? = nil) {
    self.descriptor = consume descriptor
    self.intake = intake
    self.isExclusive = isExclusive
    self.sharedPort = sharedPort
  }

  var raw: Int32 { descriptor.raw }

  /// The socket is about to be closed; true when more connections may have come by that.
  func willClose() -> Bool { sharedPort?.willClose(raw) ?? false }
}

/// A port that this server's sockets share with another process (`SO_REUSEPORT`).
///
/// The kernel gives a connection to one of the sockets when it begins, and resets it when that socket is closed before it was
/// accepted. So a server that stops first sends new connections to the other process, waits until those that have begun
/// are complete, and then closes. The first sockets of the port are the older server's, so the one behind them is not.
final class SharedPort: Sendable {
  /// How long a handshake that has begun may take to complete.
  static let handOverTime = Duration.milliseconds(250)

  private let sockets: Int
  private let open: Atomic<Int>
  /// One of the sockets, while any of them is open.
  private let raw: Int32

  init(_ raw: Int32, sockets: Int) {
    self.raw = raw
    self.sockets = sockets
    self.open = Atomic(sockets)
  }

  /// Sends new connections to another process, if there is one.
  func handOver() {
    // Refused by kernels before 4.5, where connections then go to both until the end.
    _ = contract_prefer_shared_socket(raw, UInt32(sockets))
  }

  /// A socket is about to be closed. The last one lets the kernel choose again among what is left, which is the other
  /// process's.
  func willClose(_ raw: Int32) -> Bool {
    guard open.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return false }
    _ = contract_prefer_no_shared_socket(raw)
    return true
  }
}
