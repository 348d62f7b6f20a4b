import Testing

@testable import ContractLoop

@Suite("Loop instants")
struct LoopInstantTests {
  static let durations: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.min), .milliseconds(999_999_999_999), .nanoseconds(Int64.max), .zero,
    .seconds(-1),
  ]

  @Test("Adding a duration to an instant clamps at the limits of time instead of overflowing", arguments: durations)
  func ends(duration: Duration) {
    for start in [LoopInstant(nanoseconds: 0), .read(), .distantFuture, LoopInstant(nanoseconds: .min)] {
      let moment = start.advanced(by: duration)
      #expect(duration < .zero ? moment <= start : moment >= start)
      #expect(moment.advanced(byNanoseconds: .max) <= .distantFuture)
      #expect(moment.advanced(byNanoseconds: .min) >= LoopInstant(nanoseconds: .min))
    }
    #expect(duration.loopNanoseconds.magnitude <= UInt64(Int64.max / 4))
  }
}
