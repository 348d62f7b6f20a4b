extension ServerRequest {
  /// Until when its client waits for the answer, where it has said so and the server reads it; nil otherwise.
  ///
  /// The handler has no more time than that, and neither have the calls that it makes with an `APIClient`.
  public var deadline: ContinuousClock.Instant? {
    guard deadlineNanoseconds != .max else { return nil }
    // On Linux it is the monotonic clock, from which the engine counts.
    let clock = SuspendingClock()
    return .now + .nanoseconds(deadlineNanoseconds) - clock.systemEpoch.duration(to: clock.now)
  }
}
