internal import Synchronization

/// The number of connections of all loops, and its limit.
final class ConnectionCount: Sendable {
  private let open = Atomic<Int>(0)
  private let refused = Atomic<Int>(0)
  private let idleEnds = Atomic<Int>(0)
  private let slowReaders = Atomic<Int>(0)
  private let silentWebSockets = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var current: Int { open.load(ordering: .relaxed) }

  /// The number of connections that were refused before any request.
  var refusedCount: Int { refused.load(ordering: .relaxed) }

  func countRefused() { refused.wrappingAdd(1, ordering: .relaxed) }

  /// The number of idle connections that were closed in favor of waiting ones.
  var idleEndCount: Int { idleEnds.load(ordering: .relaxed) }

  func countIdleEnds(_ ends: Int) { idleEnds.wrappingAdd(ends, ordering: .relaxed) }

  /// Returns the number of connections that were closed for this reason.
  func drops(_ reason: ConnectionDrop) -> Int {
    switch reason {
    case .slowReader: slowReaders.load(ordering: .relaxed)
    case .silentWebSocket: silentWebSockets.load(ordering: .relaxed)
    }
  }

  func countDrop(_ reason: ConnectionDrop) {
    switch reason {
    case .slowReader: slowReaders.wrappingAdd(1, ordering: .relaxed)
    case .silentWebSocket: silentWebSockets.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Counts a connection. Returns false when the limit is reached, unless `isForced`.
  func take(isForced: Bool = false) -> Bool {
    if open.wrappingAdd(1, ordering: .relaxed).newValue <= limit || isForced { return true }
    release()
    return false
  }

  func release() {
    open.wrappingSubtract(1, ordering: .relaxed)
  }
}
