internal import ContractHTTP

/// Threads for work that blocks: a task executor that makes a thread when work comes and none is free, up to a number, and
/// lets it end when it has had nothing to do for a while.
///
/// Jobs of the Swift runtime cannot be refused, so work is admitted before: ``admit()`` gives a place, or none when there
/// are as many as threads and waiting places together.
package final class BlockingPool: TaskExecutor {
  /// What the pool does now, and what it has refused so far.
  package struct Figures: Hashable, Sendable {
    package var threads = 0
    /// Threads that run a job.
    package var busy = 0
    /// Jobs that wait for a thread.
    package var queued = 0
    /// Work under way: running, waiting for a thread, or suspended.
    package var admitted = 0
    /// Work that found no place.
    package var refused = 0
  }

  /// The right to run work in the pool, until it is let go.
  package final class Place: Sendable {
    private let pool: BlockingPool

    fileprivate init(_ pool: BlockingPool) {
      self.pool = pool
    }

    deinit { pool.leave() }
  }

  private struct State {
    var figures = Figures()
    /// Jobs from `first` on.
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

  /// A pool without any thread yet.
  ///
  /// - Parameters:
  ///   - maxThreads: at least 1.
  ///   - maxWaiting: how much work may wait for a thread.
  ///   - idleTime: how long a thread waits for work before it ends.
  package init(name: String, maxThreads: Int, maxWaiting: Int, idleTime: Duration = .seconds(10)) {
    self.name = name
    self.maxThreads = max(1, maxThreads)
    let (sum, overflow) = self.maxThreads.addingReportingOverflow(max(0, maxWaiting))
    self.maxAdmitted = overflow ? .max : sum
    self.idleTime = idleTime
  }

  /// What the pool does now.
  package var figures: Figures { monitor.withLock { $0.figures } }

  /// Admits work, or refuses it when the pool is full.
  package func admit() -> Place? {
    let isAdmitted = monitor.withLock { state in
      guard state.figures.admitted < maxAdmitted else {
        state.figures.refused += 1
        return false
      }
      state.figures.admitted += 1
      return true
    }
    return isAdmitted ? Place(self) : nil
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

  /// Lets threads without work end now. Work that is under way, and what it still queues, runs on.
  package func stop() {
    monitor.withLock { $0.isStopped = true }
    monitor.signalAll()
  }

  private func startThread() {
    do {
      try BackgroundThread.start(name) { self.serve() }
    } catch {
      // The other threads take the job. Without any, the threads that the runtime has are better than none.
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

  /// The body of a thread.
  private func serve() {
    let executor = asUnownedTaskExecutor()
    while let job = next() {
      job.runSynchronously(on: executor)
      monitor.withLock { $0.figures.busy -= 1 }
    }
  }

  /// The next job; nil when the thread is to end.
  private func next() -> UnownedJob? {
    monitor.wait(until: LoopInstant.read().advanced(by: idleTime)) { state, isLate -> UnownedJob?? in
      if let job = state.takeJob() {
        state.figures.busy += 1
        return .some(job)
      }
      guard isLate || state.isStopped else { return nil }
      // In one step with the look at the queue, so that nobody counts on this thread.
      state.figures.threads -= 1
      return .some(nil)
    }
  }
}
