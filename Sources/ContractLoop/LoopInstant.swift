#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The clock on the wall, which people set; for what is written down, never for waiting.
package enum WallClock {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A moment on the monotonic clock, in nanoseconds. It counts from boot and stands still while the machine sleeps.
package struct LoopInstant: Comparable, Hashable, Sendable {
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The end of time: a timer for it never fires.
  package static let distantFuture = LoopInstant(nanoseconds: .max)

  /// Reads the clock.
  package static func read() -> LoopInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return LoopInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The moment that many nanoseconds later; stops at the end of time.
  package func advanced(byNanoseconds amount: Int64) -> LoopInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(amount)
    return overflow ? (amount < 0 ? LoopInstant(nanoseconds: .min) : .distantFuture) : LoopInstant(nanoseconds: sum)
  }

  /// The moment that much later; stops at the end of time.
  package func advanced(by amount: Duration) -> LoopInstant {
    advanced(byNanoseconds: amount.loopNanoseconds)
  }

  /// How long it is from here to `other`.
  package func duration(to other: LoopInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  package static func < (left: LoopInstant, right: LoopInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The duration in whole nanoseconds, at most 73 years in either direction, so that one added to a time overflows nowhere.
  /// It costs a 128-bit division: convert a configured timeout once, not per request.
  package var loopNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let most = Int64.max / 4
    guard !overflow, whole.magnitude < UInt64(most) else { return seconds < 0 ? -most : most }
    return whole + attoseconds / 1_000_000_000
  }
}
