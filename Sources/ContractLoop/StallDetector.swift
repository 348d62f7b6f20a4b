/// A detector of loops that are blocked by their own activity, based on observations. It performs no I/O.
///
/// On a machine with too little processor time, threads wait although no code blocks them. So the time between two
/// observations counts only as far as the thread has used a processor, or fully when it blocks itself, as in `read` or
/// `sleep`.
struct StallDetector {
  /// The result of an observation.
  enum Event: Hashable, Sendable {
    /// The loop has been blocked for this time. `isKnown` is true when the current activity exceeded the threshold, and
    /// false when several activities did so together.
    case stalled(LoopInstant, nanoseconds: Int64, isKnown: Bool)
    /// The stall that began at this time has ended after this duration.
    case over(LoopInstant, nanoseconds: Int64)
  }

  /// The state of a loop during an iteration.
  struct Observation: Hashable, Sendable {
    /// The start of the iteration.
    let start: LoopInstant
    /// A number that changes with each activity of the loop.
    let run: UInt
    /// The processor time of the thread, in nanoseconds.
    let processorTime: Int64
    /// True when the thread waits for something other than a processor.
    let waits: Bool
  }

  /// The threshold in nanoseconds.
  let threshold: Int64
  private var stalled: LoopInstant?
  private var last: (observation: Observation, moment: LoopInstant)?
  /// The time counted for the iteration since it was first observed.
  private var turnTime: Int64 = 0
  /// The time counted for the current activity since it was first observed.
  private var runTime: Int64 = 0

  init(threshold: Int64) {
    self.threshold = max(1, threshold)
  }

  /// Evaluates an observation.
  ///
  /// - Parameter observation: nil while the loop is idle.
  mutating func observe(_ observation: Observation?, at now: LoopInstant) -> [Event] {
    var events: [Event] = []
    if let start = stalled, observation?.start != start {
      stalled = nil
      events.append(.over(start, nanoseconds: (observation?.start ?? now).nanoseconds - start.nanoseconds))
    }
    count(observation, now)
    last = observation.map { ($0, now) }
    guard stalled == nil, let observation, runTime >= threshold || turnTime >= 2 * threshold else { return events }
    stalled = observation.start
    let nanoseconds = now.nanoseconds - observation.start.nanoseconds
    events.append(.stalled(observation.start, nanoseconds: nanoseconds, isKnown: runTime >= threshold))
    return events
  }

  private mutating func count(_ observation: Observation?, _ now: LoopInstant) {
    guard let observation, let last, observation.start == last.observation.start else {
      (turnTime, runTime) = (0, 0)
      return
    }
    let used = max(0, observation.processorTime - last.observation.processorTime)
    let time = observation.waits ? max(used, now.nanoseconds - last.moment.nanoseconds) : used
    turnTime += time
    runTime = observation.run == last.observation.run ? runTime + time : 0
  }
}
