internal import CPosix
internal import ContractHTTP
internal import Synchronization

/// What other threads can see of a loop: since when it has not turned, and what it does.
///
/// The loop's thread writes, with plain stores; everything else is the reader's work.
package final class LoopPulse: Sendable {
  /// When the turn under way began, in nanoseconds of ``LoopInstant``; 0 while the loop waits for something to do.
  let turnStart = Atomic<Int64>(0)
  /// The longest turn since somebody asked, in nanoseconds.
  private let longestTurn = Atomic<Int64>(0)
  /// What runs now: 0 for nothing in particular, an odd number for a tag, else the identity of a job.
  private let activity = Atomic<UInt>(0)
  /// Counts what runs, so that one thing can be told from the next.
  private let runCount = Atomic<UInt>(0)
  /// The system's number of the loop's thread; 0 before it has begun.
  private let thread = Atomic<Int32>(0)
  /// True when somebody wants to know what runs.
  private let isWatched = Atomic(false)
  /// The tags of tasks that are suspended or have been.
  private let tags = Lock<[UInt: Int]>([:])

  init() {}

  // MARK: Loop thread

  /// A tag, a number of the caller's own, stands for what runs from here on, until the loop runs something else.
  package func run(tag: Int) {
    count()
    activity.store(UInt(bitPattern: tag) << 1 | 1, ordering: .relaxed)
  }

  /// Nothing in particular runs from here on.
  package func runNothing() {
    count()
    activity.store(0, ordering: .relaxed)
  }

  /// A job runs from here on.
  func run(_ job: UnownedJob) {
    count()
    activity.store(Self.identity(of: job), ordering: .relaxed)
  }

  /// Only the loop's thread writes, so the count needs no atomic addition.
  private func count() { runCount.store(runCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

  /// The calling thread is the loop's from here on.
  func threadBegan() { thread.store(contract_thread_number(), ordering: .relaxed) }

  func turnBegan(at moment: LoopInstant) {
    turnStart.store(moment.nanoseconds, ordering: .relaxed)
  }

  /// The turn has ended, and the loop waits when `waits` says so.
  func turnEnded(at moment: LoopInstant, waits: Bool) {
    let length = moment.nanoseconds - turnStart.load(ordering: .relaxed)
    if length > longestTurn.load(ordering: .relaxed) { longestTurn.store(length, ordering: .relaxed) }
    if waits { turnStart.store(0, ordering: .relaxed) }
  }

  /// From here on the jobs of a task stand for a tag.
  ///
  /// - Returns: false when nobody wants to know.
  package func name(_ task: TaskIdentity, tag: Int) -> Bool {
    guard isWatched.load(ordering: .relaxed) else { return false }
    tags.withLock { $0[task.number] = tag }
    return true
  }

  /// The jobs of a task stand for nothing any more. May be called on any thread.
  package func forget(_ task: TaskIdentity) {
    tags.withLock { $0[task.number] = nil }
  }

  // MARK: Other threads

  func watch() { isWatched.store(true, ordering: .relaxed) }

  /// How many things have run.
  var runs: UInt { runCount.load(ordering: .relaxed) }

  /// What the loop does; nil while it waits for something to do.
  func look() -> StallDetector.Look? {
    let start = turnStart.load(ordering: .relaxed)
    guard start != 0 else { return nil }
    let number = thread.load(ordering: .relaxed)
    let (run, time) = (runs, contract_thread_time(number))
    // Where the system does not tell a thread's time, all time counts.
    return StallDetector.Look(
      start: LoopInstant(nanoseconds: start), run: run, processorTime: max(0, time),
      waits: time < 0 || contract_thread_waits(number))
  }

  /// The tag of what runs; nil when it is not known.
  var tag: Int? {
    let activity = activity.load(ordering: .relaxed)
    if activity & 1 == 1 { return Int(bitPattern: activity) >> 1 }
    return activity == 0 ? nil : tags.withLock { $0[activity] }
  }

  /// The longest turn since this was asked for the last time, the one under way included.
  package func takeLongestTurn(at now: LoopInstant) -> Duration {
    let past = longestTurn.exchange(0, ordering: .relaxed)
    let start = turnStart.load(ordering: .relaxed)
    return .nanoseconds(max(past, start == 0 ? 0 : now.nanoseconds - start))
  }

  // MARK: Identities

  /// Tells tasks from one another: the runtime's job of a task is the task.
  package struct TaskIdentity: Hashable, Sendable {
    fileprivate let number: UInt

    /// The calling task; nil outside of tasks.
    package static var current: TaskIdentity? {
      withUnsafeCurrentTask { task in
        // SAFETY: only read as a number, and compared with others. A task is one reference.
        task.map { TaskIdentity(number: unsafeBitCast($0, to: UInt.self)) }
      }
    }
  }

  private static func identity(of job: UnownedJob) -> UInt {
    // SAFETY: only read as a number, and compared with others. A job is one pointer.
    unsafeBitCast(job, to: UInt.self)
  }
}
