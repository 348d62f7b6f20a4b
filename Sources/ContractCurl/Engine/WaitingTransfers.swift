/// The scheme, host and port of a connection.
struct ConnectionOrigin: Hashable {
  let isSecure: Bool
  let authority: String
}

/// The transfers that may wait for a connection, by origin and in the order of their start.
///
/// When a connection becomes free, libcurl lets only its first waiting transfers look for one, whatever host they wait
/// for, and then puts them at the end of its queue. Transfers to a host that does not respond would thus keep transfers
/// to other hosts from starting. The engine therefore restarts the first transfer to the origin whose connection has
/// become free.
struct WaitingTransfers {
  /// A place in the queue. It is empty once the transfer has ended, so that a queue retains no ended transfer.
  final class Entry {
    var transfer: Transfer?

    init(_ transfer: Transfer) { self.transfer = transfer }
  }

  private var queues: [ConnectionOrigin: ArraySlice<Entry>] = [:]

  var isEmpty: Bool { queues.isEmpty }

  /// Adds a transfer that was passed to libcurl.
  mutating func add(_ transfer: Transfer) {
    let entry = Entry(transfer)
    transfer.sending.wait(as: entry)
    let origin = ConnectionOrigin(isSecure: transfer.request.isSecure, authority: transfer.request.authority)
    queues[origin, default: []].append(entry)
  }

  /// Returns the first transfer that waits for a connection to an origin. The transfers before it, which have a
  /// connection or have ended, are removed.
  mutating func first(for origin: ConnectionOrigin) -> (transfer: Transfer, handle: CurlHandle)? {
    guard var queue = queues.removeValue(forKey: origin) else { return nil }
    while let entry = queue.first {
      if let transfer = entry.transfer, case .running(let handle) = transfer.phase,
        transfer.lacksConnection(on: handle)
      {
        queues[origin] = queue
        return (transfer, handle)
      }
      queue.removeFirst()
    }
    return nil
  }
}
