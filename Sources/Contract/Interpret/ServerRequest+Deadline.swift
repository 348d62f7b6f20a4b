extension ServerRequest {
  /// The instant until which the client waits, if it sent one and the server reads it; otherwise nil.
  ///
  /// It limits the handler and the calls that the handler makes with an `APIClient`.
  public var deadline: ContinuousClock.Instant? {
    guard deadlineNanoseconds != .max else { return nil }
    // The engine measures deadlines with the monotonic clock, which is `SuspendingClock` on Linux.
    let clock = SuspendingClock()
    return .now + .nanoseconds(deadlineNanoseconds) - clock.systemEpoch.duration(to: clock.now)
  }
}
