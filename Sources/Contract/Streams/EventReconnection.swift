/// The decisions of an event stream that reconnects when it ends or fails (WHATWG HTML §9.2.3).
package struct EventReconnection: Sendable {
  /// The delay requested by the server or the program.
  private var wish: Duration
  /// The number of consecutive failed connection attempts.
  private var failures = 0

  /// - Parameter delay: the delay until the server sets another.
  package init(delay: Duration) { wish = delay }

  /// Records that a response has arrived.
  package mutating func opened() { failures = 0 }

  /// Records that no response has arrived.
  package mutating func failed() { failures += 1 }

  /// Records the delay that the server has set; nil keeps the current one.
  package mutating func note(retry: Duration?) { wish = retry ?? wish }

  /// The delay before the next connection: that of the server, limited to 100 ms to 1 h, and doubled for each failed
  /// attempt up to one minute.
  package var pause: Duration {
    let shortest = min(max(wish, .milliseconds(100)), .seconds(3600))
    return max(shortest, min(shortest * (1 << min(failures, 10)), .seconds(60)))
  }

  /// Returns true if another connection may succeed after an error.
  package static func mayFollow(_ error: ClientError) -> Bool {
    switch error.code {
    case .unresolvedHost, .noConnection, .lostConnection, .transport, .timeout, .circuitOpen: true
    default: false
    }
  }
}
