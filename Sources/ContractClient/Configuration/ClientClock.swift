internal import ContractLoop

/// The clocks, the sleep and the dice of whatever waits in a client, so that tests can turn them.
package struct ClientClock: Sendable {
  /// Nanoseconds on a clock that never goes back.
  package var now: @Sendable () -> Int64
  /// Seconds since 1970-01-01T00:00:00Z.
  package var wall: @Sendable () -> Double
  /// Waits; throws `CancellationError` when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Waits for the end of the time that something may take; throws `CancellationError` when the task is cancelled.
  package var alarm: @Sendable (Duration) async throws -> Void
  /// A number from 0 up to but not including 1.
  package var random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    alarm: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.wall = wall
    self.sleep = sleep
    self.alarm = alarm
    self.random = random
  }

  /// A year. `Task.sleep` traps on what its nanoseconds cannot count.
  private static let longestSleep = Duration.seconds(365 * 86_400)

  /// The clocks of the machine.
  package static let system = ClientClock {
    LoopInstant.read().nanoseconds
  } wall: {
    Double(WallClock.nanoseconds()) / 1e9
  } sleep: { duration in
    try await Task.sleep(for: min(duration, longestSleep))
  } alarm: { duration in
    try await Task.sleep(for: min(duration, longestSleep))
  } random: {
    Double.random(in: 0..<1)
  }
}
