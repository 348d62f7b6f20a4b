internal import ContractHTTP

extension LoopActivity {
  /// The identity of a task, which the runtime's jobs of the task share: a job is the task object itself.
  ///
  /// The runtime does not document this, so it is checked once. If the check fails, tasks have no identity, and reports
  /// name no task.
  package struct TaskIdentity: Hashable, Sendable {
    /// A number that differs from those of other tasks that exist at the same time.
    let number: UInt

    /// The calling task; nil outside of tasks, and if jobs do not identify their tasks.
    package static var current: TaskIdentity? { current(isKnown: isKnown) }

    static func current(isKnown: Bool) -> TaskIdentity? { isKnown ? running : nil }

    /// The task to which a job belongs, if ``isKnown``.
    init(of job: UnownedJob) { number = Self.bits(of: job) }

    private init(_ task: UnsafeCurrentTask) { number = Self.bits(of: task) }

    private static var running: TaskIdentity? {
      withUnsafeCurrentTask { task in task.map { TaskIdentity($0) } }
    }

    private static func bits<T>(of reference: T) -> UInt {
      // SAFETY: the result is used only as a number for comparison. Both types are one pointer; `unsafeBitCast` traps for types
      // of other sizes.
      unsafeBitCast(reference, to: UInt.self)
    }

    /// True when the job of a task has the identity of the task.
    static let isKnown: Bool = {
      guard MemoryLayout<UnownedJob>.size == MemoryLayout<UInt>.size,
        MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UInt>.size
      else { return false }
      let probe = JobProbe()
      Task(executorPreference: probe) { probe.task.withLock { $0 = running } }
      let job = probe.job.withLock { $0 }
      return job != nil && job == probe.task.withLock { $0 }
    }()
  }

  /// An executor that runs a task at its creation and keeps the identity of its job.
  private final class JobProbe: TaskExecutor {
    let job = Lock<TaskIdentity?>(nil)
    let task = Lock<TaskIdentity?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      self.job.withLock { $0 = TaskIdentity(of: job) }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
