internal import CPosix
internal import ContractHTTP
internal import Synchronization

/// The activity of a loop as visible to other threads: the start of its current iteration and the running task.
///
/// The loop's thread writes with plain stores. Readers do the rest of the work.
package final class LoopActivity: Sendable {
  /// The start of the current iteration, in nanoseconds of ``LoopInstant``; 0 while the loop is idle.
  let turnStart = Atomic<Int64>(0)
  /// The longest iteration since the last query, in nanoseconds.
  private let longestTurn = Atomic<Int64>(0)
  /// The current activity: 0 for none, an odd number for a tag, otherwise the identity of a job.
  private let current = Atomic<UInt>(0)
  /// The number of activities so far, which distinguishes one from the next.
  private let runCount = Atomic<UInt>(0)
  /// The kernel's ID of the loop's thread; 0 before it starts.
  private let thread = Atomic<Int32>(0)
  /// True when a watchdog observes the loop.
  private let isWatched = Atomic(false)
  /// The tags of tasks that are or were suspended.
  private let tags = Lock<[UInt: Int]>([:])

  init() {}

  // MARK: Loop thread

  /// Attributes all further execution to `tag`, a number chosen by the caller, until the loop runs something else.
  package func run(tag: Int) {
    count()
    current.store(UInt(bitPattern: tag) << 1 | 1, ordering: .relaxed)
  }

  /// Attributes all further execution to nothing.
  package func runNothing() {
    count()
    current.store(0, ordering: .relaxed)
  }

  /// Attributes all further execution to `job`.
  func run(_ job: UnownedJob) {
    count()
    current.store(TaskIdentity(of: job).number, ordering: .relaxed)
  }

  /// Counts a run. Only the loop's thread writes, so no atomic addition is needed.
  private func count() { runCount.store(runCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

  /// Records the calling thread as the loop's thread.
  func threadBegan() { thread.store(contract_thread_number(), ordering: .relaxed) }

  func turnBegan(at moment: LoopInstant) {
    turnStart.store(moment.nanoseconds, ordering: .relaxed)
  }

  /// Records the end of an iteration. `waits` is true when the loop then waits for events.
  func turnEnded(at moment: LoopInstant, waits: Bool) {
    let length = moment.nanoseconds - turnStart.load(ordering: .relaxed)
    if length > longestTurn.load(ordering: .relaxed) { longestTurn.store(length, ordering: .relaxed) }
    if waits { turnStart.store(0, ordering: .relaxed) }
  }

  /// Attributes the jobs of a task to a tag.
  ///
  /// - Returns: false when the loop is not observed.
  package func name(_ task: TaskIdentity, tag: Int) -> Bool {
    guard isWatched.load(ordering: .relaxed) else { return false }
    tags.withLock { $0[task.number] = tag }
    return true
  }

  /// Removes the tag of a task. May be called on any thread.
  package func forget(_ task: TaskIdentity) {
    tags.withLock { $0[task.number] = nil }
  }

  // MARK: Other threads

  func watch() { isWatched.store(true, ordering: .relaxed) }

  /// The number of activities so far.
  var runs: UInt { runCount.load(ordering: .relaxed) }

  /// Returns the current activity of the loop; nil while it is idle.
  func observe() -> StallDetector.Observation? {
    let start = turnStart.load(ordering: .relaxed)
    guard start != 0 else { return nil }
    let number = thread.load(ordering: .relaxed)
    let (run, time) = (runs, contract_thread_time(number))
    // If the system does not report the thread's processor time, `waits` is true, so that all time counts.
    return StallDetector.Observation(
      start: LoopInstant(nanoseconds: start), run: run, processorTime: max(0, time),
      waits: time < 0 || contract_thread_waits(number))
  }

  /// The tag of the current activity; nil if unknown.
  var tag: Int? {
    let current = current.load(ordering: .relaxed)
    if current & 1 == 1 { return Int(bitPattern: current) >> 1 }
    return current == 0 ? nil : tags.withLock { $0[current] }
  }

  /// Returns the longest iteration since the last call, including the current one.
  package func takeLongestTurn(at now: LoopInstant) -> Duration {
    let past = longestTurn.exchange(0, ordering: .relaxed)
    let start = turnStart.load(ordering: .relaxed)
    return .nanoseconds(max(past, start == 0 ? 0 : now.nanoseconds - start))
  }
}
