internal import Synchronization

/// A thread that observes loops and reports those that are blocked for too long.
package final class LoopWatchdog: Sendable {
  /// A report about a loop that is blocked, or that continues after it was blocked.
  package struct Stall: Sendable {
    /// The index of the loop in the list of observed loops.
    package let loop: Int
    /// The tag of the activity that blocked the loop beyond the threshold; nil if unknown, or if several activities did.
    package let tag: Int?
    /// The duration of the stall so far or, after its end, in total. The total is exact to half the threshold.
    package let duration: Duration
    /// False when the stall is detected, true when it has ended.
    package let isOver: Bool
  }

  private let loops: [ContractLoop]
  private let threshold: Int64
  private let report: @Sendable (Stall) -> Void
  private let monitor = Monitor(false)

  /// - Parameters:
  ///   - threshold: the time that one activity may block the loop, measured as processor time and blocking time. An
  ///     activity that exceeds 1.5 times the threshold is always detected, as is an iteration whose activities together
  ///     exceed twice the threshold.
  ///   - report: called on the watchdog's thread when a stall is detected, and again when it has ended.
  package init(_ loops: [ContractLoop], threshold: Duration, report: @escaping @Sendable (Stall) -> Void) {
    self.loops = loops
    self.threshold = max(1, threshold.loopNanoseconds)
    self.report = report
  }

  /// Starts the thread.
  package func start() throws(SystemError) {
    for loop in loops { loop.activity.watch() }
    try SystemThread.runDetached("contract-watch") { self.watch() }
  }

  /// Tells the thread to end and returns immediately.
  package func stop() {
    monitor.withLock { $0 = true }
    monitor.signalAll()
  }

  private func watch() {
    var detectors = loops.map { _ in StallDetector(threshold: threshold) }
    var tags: [Int?] = loops.map { _ in nil }
    while !waitForNextObservation() {
      for (index, loop) in loops.enumerated() {
        let observation = loop.activity.observe()
        for event in detectors[index].observe(observation, at: .read()) {
          switch event {
          case .stalled(_, let nanoseconds, let isKnown):
            let tag = isKnown ? loop.activity.tag : nil
            // The tag is valid only if the loop has not moved on in the meantime.
            tags[index] = loop.activity.runs == observation?.run ? tag : nil
            report(Stall(loop: index, tag: tags[index], duration: .nanoseconds(nanoseconds), isOver: false))
          case .over(_, let nanoseconds):
            report(Stall(loop: index, tag: tags[index], duration: .nanoseconds(nanoseconds), isOver: true))
          }
        }
      }
    }
  }

  /// Waits for the next observation. Returns true when the watchdog was stopped.
  private func waitForNextObservation() -> Bool {
    let interval = min(max(threshold / 2, 1_000_000), 1_000_000_000)
    return monitor.wait(until: LoopInstant.read().advanced(byNanoseconds: interval)) { isStopped, isLate in
      isStopped ? true : isLate ? false : nil
    }
  }
}
