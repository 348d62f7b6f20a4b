#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The adjustable system clock, for timestamps only, never for timeouts.
package enum WallClock {
  /// Returns the nanoseconds since 1970-01-01T00:00:00Z.
  package static func nanoseconds() -> Int64 { read(CLOCK_REALTIME) }

  /// Returns the nanoseconds since 1970-01-01T00:00:00Z at the kernel's last tick, at most 10 ms ago. This costs about as much
  /// as `time`, and a fraction of ``nanoseconds()``.
  package static func coarseNanoseconds() -> Int64 { read(CLOCK_REALTIME_COARSE) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A point in time on the monotonic clock, in nanoseconds since boot. The clock stops while the machine is suspended.
package struct LoopInstant: Comparable, Hashable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The latest instant. A timer with this deadline never fires.
  package static let distantFuture = LoopInstant(nanoseconds: .max)

  /// Reads the clock.
  package static func read() -> LoopInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return LoopInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Returns the instant `amount` nanoseconds later, saturating.
  package func advanced(byNanoseconds amount: Int64) -> LoopInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(amount)
    return overflow ? (amount < 0 ? LoopInstant(nanoseconds: .min) : .distantFuture) : LoopInstant(nanoseconds: sum)
  }

  /// Returns the instant `amount` later, saturating.
  package func advanced(by amount: Duration) -> LoopInstant {
    advanced(byNanoseconds: amount.loopNanoseconds)
  }

  /// Returns the time from this instant to `other`.
  package func duration(to other: LoopInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  package static func < (left: LoopInstant, right: LoopInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to 73 years in either direction, so that adding it to a time does not
  /// overflow. This costs a 128-bit division: convert a configured timeout once, not per request.
  package var loopNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let most = Int64.max / 4
    guard !overflow, whole.magnitude < UInt64(most) else { return seconds < 0 ? -most : most }
    return whole + attoseconds / 1_000_000_000
  }
}
