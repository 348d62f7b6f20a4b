internal import CPosix
internal import ContractHTTP

/// An event loop with one thread, epoll, timers and a queue, which is also a Swift `TaskExecutor`.
///
/// A task that prefers a loop runs on its thread, and so do its `async let` and group children, nonisolated async
/// functions and uncontended default actors, without thread switches. `Task {}`, `Task.detached` and the main actor run
/// elsewhere.
///
/// The server and the client run their own loops. ``run(_:)`` provides one for a tool or a benchmark.
public final class ContractLoop:
  // SAFETY: other threads use only `remote`, `epoll`, `name` and `thread`, which are immutable or locked. Everything
  // else is used only by the loop's thread, by `stop` before a thread exists, or by `deinit`.
  TaskExecutor, @unchecked Sendable
{
  /// The lifecycle of the loop. Items are accepted until it has stopped.
  enum Phase {
    case idle, running, stopping, stopped
  }

  /// Items queued by other threads.
  struct Remote {
    var items: [LoopItem] = []
    var phase = Phase.idle
  }

  /// The thread's name in debuggers and `ps`, truncated there to 15 bytes.
  package let name: String

  /// The loop's activity, visible to other threads.
  package let activity = LoopActivity()

  let remote = Lock(Remote())
  let thread = Lock<SystemThread?>(nil)
  let epoll: Epoll

  // MARK: Loop thread only

  // SAFETY: run-time checks of exclusive access, which would cost 2 % of a request, are disabled: only the loop's thread
  // uses the queue, and no access is in progress while an item runs or a deinitializer could call back.
  @exclusivity(unchecked) var queue = LoopQueue()
  var registrations = RegistrationTable()
  var timers = TimerHeap()
  var dueTimers: [TimerToken] = []
  /// The handlers for the end of this iteration.
  var turnEnds: [any LoopTurnHandler] = []
  /// The handlers that are being called at the end of an iteration.
  var endingTurns: [any LoopTurnHandler] = []
  /// The stop handlers, usually one or two.
  var stopHandlers: [any LoopStopHandler] = []
  /// The lifecycle as known to the loop's thread. Nothing more runs on a stopped loop, even if its thread is still
  /// releasing objects.
  var phase = Phase.idle
  var hasRemoteItems = false
  var clock = LoopClock()

  /// The last clock reading, taken after each wait and every few jobs. For exact timers, use ``LoopInstant/read()``.
  package var now: LoopInstant { clock.now }

  /// Reads the clock and returns the time, which is then the loop's time. Called after code that may have run for long.
  @discardableResult
  package func readClock() -> LoopInstant {
    clock.read()
    return clock.now
  }

  /// The time up to which all events have been seen. Timeouts are measured against it, because later events may be
  /// unseen.
  package var seen: LoopInstant { clock.horizon.moment }

  /// Creates the loop's descriptors. ``start()`` starts its thread.
  package init(name: String) throws(SystemError) {
    self.name = name
    epoll = try Epoll()
  }

  deinit {
    // The thread was not joined, because the loop stopped itself. It is detached instead of joined, because it may be the
    // current thread.
    thread.withLock { thread in
      thread?.detach()
      thread = nil
    }
  }

  // MARK: Current loop

  /// The loop that owns the calling thread, or nil.
  package static var current: ContractLoop? {
    // SAFETY: a loop is retained while it is the current loop of a thread.
    contract_thread_loop().map { Unmanaged<ContractLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// True on the loop's own thread.
  public var isCurrent: Bool { contract_thread_loop() == address }

  /// The loop as the owner of a thread.
  // SAFETY: the address is only compared, or stored for a thread while the loop is retained.
  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  // MARK: Queueing

  /// Queues a job of the Swift runtime. After the loop has stopped, jobs go to the global concurrent executor, so that
  /// continuations resumed later still run.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !submit(.job(job)) { globalConcurrentExecutor.enqueue(job) }
  }

  /// Queues `work` on the loop. It never runs before this call returns. Callable on any thread.
  ///
  /// - Returns: false when the loop has stopped and `work` will not run. Accepted work always runs.
  @discardableResult
  package func execute(_ work: @escaping @Sendable () -> Void) -> Bool {
    submit(.work(work))
  }

  private func submit(_ item: LoopItem) -> Bool {
    if isCurrent {
      if phase == .stopped { return false }
      queue.append(item)
      return true
    }
    let needsWake: Bool? = remote.withLock { remote in
      if remote.phase == .stopped { return nil }
      remote.items.append(item)
      return remote.items.count == 1
    }
    guard let needsWake else { return false }
    if needsWake { epoll.wakeUp() }
    return true
  }
}
