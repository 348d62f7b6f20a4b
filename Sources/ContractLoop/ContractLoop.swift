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
  // SAFETY: other threads use only `remote`, `wake`, `name` and `thread`, which are immutable or locked. Everything
  // else is used only by the loop's thread, by `stop` before a thread exists, or by `deinit`.
  TaskExecutor, @unchecked Sendable
{
  /// An item to run on the loop.
  enum Item {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
    /// Work that has started and no longer holds its captures.
    case spent
  }

  /// The lifecycle of the loop. Items are accepted until it has stopped.
  enum Phase {
    case idle, running, stopping, stopped
  }

  /// Items queued by other threads.
  struct Remote {
    var items: [Item] = []
    var phase = Phase.idle
  }

  /// The thread's name in debuggers and `ps`, truncated there to 15 bytes.
  package let name: String

  /// The loop's activity, visible to other threads.
  package let pulse = LoopPulse()

  let remote = Lock(Remote())
  let thread = Lock<LoopThread?>(nil)
  let epoll: Descriptor
  let wake: Descriptor

  // MARK: Loop thread only

  // SAFETY: run-time checks of exclusive access, which would cost ten checks per iteration, are disabled for the
  // queues: only the loop's thread uses them, and no access is in progress while an item runs or a deinitializer could
  // call back.

  /// The items of this iteration, from `cursor` to the end, and those for the next.
  @exclusivity(unchecked) var running: [Item] = []
  @exclusivity(unchecked) var cursor = 0
  @exclusivity(unchecked) var waiting: [Item] = []
  /// Swapped with the remote queue, so that neither allocates in the long run.
  @exclusivity(unchecked) var incoming: [Item] = []

  var registrations = RegistrationTable()
  // SAFETY: run-time checks of exclusive access are disabled: only the loop's thread uses it, and it calls nothing
  // back.
  @exclusivity(unchecked) var timers = TimerHeap()
  var dueTimers: [TimerToken] = []
  /// The handlers for the end of this iteration, and those being called.
  @exclusivity(unchecked) var turnEnds: [any LoopTurnHandler] = []
  var endingTurns: [any LoopTurnHandler] = []
  /// The stop handlers, usually one or two.
  var stopHandlers: [any LoopStopHandler] = []
  var isStopping = false
  var hasRemoteItems = false
  /// True once nothing more runs on the loop, even if its thread is still releasing objects.
  var isClosed = false

  /// The last clock reading, taken after each wait and every few jobs. For exact timers, use ``LoopInstant/read()``.
  package var now: LoopInstant { lastRead }
  // SAFETY: run-time checks of exclusive access are disabled: only the loop's thread uses it, one word at a time.
  @exclusivity(unchecked) var lastRead = LoopInstant.read()

  /// The time up to which all events have been seen. Timeouts are measured against it, because later events may be
  /// unseen.
  package var seen: LoopInstant { horizon.moment }
  // SAFETY: run-time checks of exclusive access are disabled: only the loop's thread uses it, and it calls nothing
  // back.
  @exclusivity(unchecked) var horizon = LookHorizon(.read())

  let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: ContractLoop.maxEventsPerTurn)

  /// Creates the loop's descriptors. ``start()`` starts its thread.
  package init(name: String) throws(SystemError) {
    self.name = name
    epoll = Descriptor(owning: try Syscalls.value("epoll_create1") { contract_epoll_create() })
    wake = try Syscalls.eventDescriptor()
    // Edge-triggered: every signal is a new edge, so the counter is never read.
    _ = try Syscalls.value("epoll_ctl", on: "wake-up") {
      contract_epoll_add(epoll.raw, wake.raw, EPOLLIN.rawValue | EPOLLET.rawValue, Self.wakeData)
    }
  }

  deinit {
    // No thread was joined: the loop stopped itself, and this may be its own thread.
    thread.withLock { thread in
      thread?.detach()
      thread = nil
    }
    events.deallocate()
  }

  // MARK: Current loop

  /// The loop that owns the calling thread, or nil.
  package static var current: ContractLoop? {
    contract_thread_loop().map { Unmanaged<ContractLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// True on the loop's own thread.
  public var isCurrent: Bool {
    contract_thread_loop() == Unmanaged.passUnretained(self).toOpaque()
  }

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

  private func submit(_ item: Item) -> Bool {
    if isCurrent {
      if isClosed { return false }
      waiting.append(item)
      return true
    }
    let needsWake: Bool? = remote.withLock { remote in
      if remote.phase == .stopped { return nil }
      remote.items.append(item)
      return remote.items.count == 1
    }
    guard let needsWake else { return false }
    if needsWake { _ = contract_eventfd_signal(wake.raw) }
    return true
  }
}
