internal import ContractHTTP

/// A task executor for blocking work. It starts a thread when a job arrives and no thread is free, up to a maximum, and
/// ends idle threads after a while.
///
/// Jobs of the Swift runtime cannot be refused, so work is admitted in advance: ``admit()`` returns an admission, or
/// nil when all threads and waiting positions are in use.
package final class BlockingPool: TaskExecutor {
  /// The pool's metrics.
  package struct Figures: Hashable, Sendable {
    package var threads = 0
    /// The number of threads that run a job.
    package var busy = 0
    /// The number of jobs that wait for a thread.
    package var queued = 0
    /// The number of admitted units of work: running, waiting for a thread, or suspended.
    package var admitted = 0
    /// The number of units of work refused so far.
    package var refused = 0
  }

  /// The permission to run work in the pool, valid until it is released.
  package final class Admission: Sendable {
    private let pool: BlockingPool

    fileprivate init(_ pool: BlockingPool) {
      self.pool = pool
    }

    deinit { pool.leave() }
  }

  private struct State {
    var figures = Figures()
    /// The queued jobs, from `first` to the end.
    var jobs: [UnownedJob] = []
    var first = 0
    var isStopped = false

    mutating func takeJob() -> UnownedJob? {
      guard first < jobs.count else { return nil }
      first += 1
      let job = jobs[first - 1]
      if first == jobs.count {
        jobs.removeAll(keepingCapacity: true)
        first = 0
      } else if first > 1024, first > jobs.count / 2 {
        jobs.removeFirst(first)
        first = 0
      }
      figures.queued = jobs.count - first
      return job
    }
  }

  private let name: String
  private let maxThreads: Int
  private let maxAdmitted: Int
  private let idleTime: Duration
  private let monitor = Monitor(State())

  /// Creates a pool without threads.
  ///
  /// - Parameters:
  ///   - maxThreads: the maximum number of threads, at least 1.
  ///   - maxWaiting: the maximum amount of work that waits for a thread.
  ///   - idleTime: the time after which an idle thread ends.
  package init(name: String, maxThreads: Int, maxWaiting: Int, idleTime: Duration = .seconds(10)) {
    self.name = name
    self.maxThreads = max(1, maxThreads)
    let (sum, overflow) = self.maxThreads.addingReportingOverflow(max(0, maxWaiting))
    self.maxAdmitted = overflow ? .max : sum
    self.idleTime = idleTime
  }

  /// The current metrics.
  package var figures: Figures { monitor.withLock { $0.figures } }

  /// Admits work; returns nil when the pool is full.
  package func admit() -> Admission? {
    let isAdmitted = monitor.withLock { state in
      guard state.figures.admitted < maxAdmitted else {
        state.figures.refused += 1
        return false
      }
      state.figures.admitted += 1
      return true
    }
    return isAdmitted ? Admission(self) : nil
  }

  private func leave() {
    monitor.withLock { $0.figures.admitted -= 1 }
  }

  /// Queues a job of the Swift runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = monitor.withLock { state in
      state.jobs.append(job)
      state.figures.queued += 1
      let free = state.figures.threads - state.figures.busy
      guard state.figures.queued > free, state.figures.threads < maxThreads else { return false }
      state.figures.threads += 1
      return true
    }
    if needsThread { startThread() } else { monitor.signal() }
  }

  /// Ends idle threads. Work in progress, and jobs that it still enqueues, run to their end.
  package func stop() {
    monitor.withLock { $0.isStopped = true }
    monitor.signalAll()
  }

  private func startThread() {
    do {
      try SystemThread.runDetached(name) { self.serve() }
    } catch {
      // Other threads run the job. If there are none, the jobs move to the runtime's global executor.
      let jobs: [UnownedJob] = monitor.withLock { state in
        state.figures.threads -= 1
        guard state.figures.threads == 0 else { return [] }
        var jobs: [UnownedJob] = []
        while let job = state.takeJob() { jobs.append(job) }
        return jobs
      }
      for job in jobs { globalConcurrentExecutor.enqueue(job) }
    }
  }

  /// Runs jobs until the thread must end.
  private func serve() {
    let executor = asUnownedTaskExecutor()
    while let job = next() {
      job.runSynchronously(on: executor)
      monitor.withLock { $0.figures.busy -= 1 }
    }
  }

  /// Returns the next job; nil when the thread must end.
  private func next() -> UnownedJob? {
    monitor.wait(until: LoopInstant.read().advanced(by: idleTime)) { state, isLate -> UnownedJob?? in
      if let job = state.takeJob() {
        state.figures.busy += 1
        return .some(job)
      }
      guard isLate || state.isStopped else { return nil }
      // The thread is removed under the same lock as the check of the queue. Otherwise `enqueue` could count the ending thread
      // as free, and start no other.
      state.figures.threads -= 1
      return .some(nil)
    }
  }
}
