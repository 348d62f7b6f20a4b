internal import Synchronization

/// A thread that looks at loops and reports the one that has not turned for too long: something blocks it.
package final class LoopWatchdog: Sendable {
  /// A loop that does not turn, or turns again.
  package struct Stall: Sendable {
    /// Which loop, in the order in which they were given.
    package let loop: Int
    /// The tag of what has kept it for the threshold; nil when nobody has, or it is not known who.
    package let tag: Int?
    /// How long it has not turned, so far or in all; in all it is exact to half the threshold.
    package let duration: Duration
    /// False when the stall is noticed, true when it has ended.
    package let isOver: Bool
  }

  private let loops: [ContractLoop]
  private let threshold: Int64
  private let report: @Sendable (Stall) -> Void
  private let monitor = Monitor(false)

  /// - Parameters:
  ///   - threshold: how long one thing may keep the loop, by the processor time that it uses and the time that it waits;
  ///     each that keeps it for one and a half times that is noticed, and a turn in which several take twice of it together.
  ///   - report: called on the watchdog's thread, twice for each stall.
  package init(_ loops: [ContractLoop], threshold: Duration, report: @escaping @Sendable (Stall) -> Void) {
    self.loops = loops
    self.threshold = max(1, threshold.loopNanoseconds)
    self.report = report
  }

  /// Starts the thread.
  package func start() throws(SystemError) {
    for loop in loops { loop.pulse.watch() }
    try BackgroundThread.start("contract-watch") { self.watch() }
  }

  /// Ends the thread soon; returns at once.
  package func stop() {
    monitor.withLock { $0 = true }
    monitor.signalAll()
  }

  private func watch() {
    var detectors = loops.map { _ in StallDetector(threshold: threshold) }
    var tags: [Int?] = loops.map { _ in nil }
    while !waitForNextLook() {
      for (index, loop) in loops.enumerated() {
        let look = loop.pulse.look()
        for event in detectors[index].look(look, at: .read()) {
          switch event {
          case .stalled(_, let nanoseconds, let isKnown):
            let tag = isKnown ? loop.pulse.tag : nil
            // What was read is right only when the loop has not gone on meanwhile.
            tags[index] = loop.pulse.runs == look?.run ? tag : nil
            report(Stall(loop: index, tag: tags[index], duration: .nanoseconds(nanoseconds), isOver: false))
          case .over(_, let nanoseconds):
            report(Stall(loop: index, tag: tags[index], duration: .nanoseconds(nanoseconds), isOver: true))
          }
        }
      }
    }
  }

  /// True when there is to be none.
  private func waitForNextLook() -> Bool {
    let interval = min(max(threshold / 2, 1_000_000), 1_000_000_000)
    return monitor.wait(until: LoopInstant.read().advanced(byNanoseconds: interval)) { isStopped, isLate in
      isStopped ? true : isLate ? false : nil
    }
  }
}
