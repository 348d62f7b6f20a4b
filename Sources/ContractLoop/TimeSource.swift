/// The sources of time and random numbers of middleware and calls, replaceable in tests.
package struct TimeSource: Sendable {
  /// The current time of a monotonic clock in nanoseconds.
  package var now: @Sendable () -> Int64
  /// The current time in nanoseconds since 1970-01-01T00:00:00Z.
  package var wall: @Sendable () -> Int64
  /// The wait between attempts; throws `CancellationError` if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// The wait for a timeout; throws `CancellationError` if the task is cancelled.
  package var alarm: @Sendable (Duration) async throws -> Void
  /// A random number from 0 up to but not including 1.
  package var random: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = Self.pause,
    alarm: @escaping @Sendable (Duration) async throws -> Void = Self.pause,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.now = now
    self.wall = wall
    self.sleep = sleep
    self.alarm = alarm
    self.random = random
  }

  /// The system clocks and random number generator.
  package static let system = TimeSource(now: { LoopInstant.read().nanoseconds }, wall: { WallClock.nanoseconds() })

  /// The current time in seconds since 1970-01-01T00:00:00Z.
  package var unixSeconds: Double { Double(wall()) / 1e9 }

  /// The current time in milliseconds since 1970-01-01T00:00:00Z.
  package var unixMilliseconds: Int64 { wall() / 1_000_000 }

  /// Sleeps for at most a year: `Task.sleep` traps on durations whose nanoseconds overflow.
  @Sendable package static func pause(_ duration: Duration) async throws {
    try await Task.sleep(for: min(duration, .seconds(365 * 86_400)))
  }
}
