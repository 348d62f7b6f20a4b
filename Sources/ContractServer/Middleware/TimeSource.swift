internal import ContractLoop

/// The clocks used by middleware, replaceable in tests.
package struct TimeSource: Sendable {
  /// Returns nanoseconds of a monotonic clock.
  package var steady: @Sendable () -> Int64
  /// Returns milliseconds since 1970-01-01T00:00:00Z.
  package var wall: @Sendable () -> Int64

  package init(steady: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64) {
    self.steady = steady
    self.wall = wall
  }

  /// The system clocks.
  package static let system = TimeSource {
    LoopInstant.read().nanoseconds
  } wall: {
    WallClock.nanoseconds() / 1_000_000
  }
}
