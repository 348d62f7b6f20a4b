internal import ContractLoop

/// The time and random sources of a client, replaceable in tests.
package struct ClientClock: Sendable {
  /// The current time of a monotonic clock in nanoseconds.
  package var now: @Sendable () -> Int64
  /// The current time in seconds since 1970-01-01T00:00:00Z.
  package var wall: @Sendable () -> Double
  /// The wait between attempts; throws `CancellationError` if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// The wait for a timeout; throws `CancellationError` if the task is cancelled.
  package var alarm: @Sendable (Duration) async throws -> Void
  /// A random number from 0 up to but not including 1.
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

  /// One year. `Task.sleep` traps on durations whose nanoseconds overflow.
  private static let longestSleep = Duration.seconds(365 * 86_400)

  /// The system clocks and random number generator.
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
