internal import ContractLoop

/// The clocks of middleware, so that tests can turn them.
package struct TimeSource: Sendable {
  /// Nanoseconds on a clock that never goes back.
  package var steady: @Sendable () -> Int64
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var wall: @Sendable () -> Int64

  package init(steady: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64) {
    self.steady = steady
    self.wall = wall
  }

  /// The clocks of the machine.
  package static let system = TimeSource {
    LoopInstant.read().nanoseconds
  } wall: {
    WallClock.nanoseconds() / 1_000_000
  }
}
