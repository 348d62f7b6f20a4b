/// A check of whether the time of a loop may be outdated, made at each response.
///
/// A handler may block its loop, and timeouts that begin after it must not include this time. Reading the monotonic clock after
/// each handler would cost more than the check: the coarse wall clock is read for the `Date` header anyway.
struct ClockCheck {
  /// The age of the loop's time that is acceptable, in nanoseconds. The wall clock adds at most 10 ms.
  static let maxAge: Int64 = 10_000_000

  /// The wall time of the last check that returned true.
  private var last: Int64 = 0

  /// Returns true when the loop must read its clock, because it may have done so last before `maxAge`, or because the wall clock
  /// was set back.
  @inline(__always)
  mutating func isOutdated(at wall: Int64) -> Bool {
    // A negative age is a large unsigned number.
    if UInt64(bitPattern: wall &- last) <= UInt64(Self.maxAge) { return false }
    last = wall
    return true
  }
}
