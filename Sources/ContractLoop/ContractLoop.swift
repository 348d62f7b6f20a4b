internal import CPosix
internal import ContractHTTP

/// One thread with epoll, timers and a queue, which is also a Swift `TaskExecutor`.
///
/// A task that prefers a loop runs on its thread whenever it is not suspended, and so do its `async let` and group
/// children, nonisolated async functions and uncontended default actors: nothing crosses threads. `Task {}`,
/// `Task.detached` and the main actor leave it.
///
/// The server and the client run loops of their own. ``run(_:)`` gives one to a tool or a benchmark.
public final class ContractLoop:
  // SAFETY: other threads reach only `remote`, `wake`, `name` and `thread`: immutable or behind a lock. Everything
  // else is touched by the loop's thread alone, or by `stop` before a thread exists, or by `deinit`.
  TaskExecutor, @unchecked Sendable
{
  /// Something to run on the loop.
  enum Item {
    case job(UnownedJob)
    case work(@Sendable () -> Void)
    /// Work that has begun: its captures are the caller's business again.
    case spent
  }

  /// Where the loop is in its life. Items are accepted until it has stopped.
  enum Phase {
    case idle, running, stopping, stopped
  }

  /// What other threads have queued.
  struct Remote {
    var items: [Item] = []
    var phase = Phase.idle
  }

  /// The thread's name in debuggers and `ps`, cut to 15 bytes there.
  package let name: String

  /// What other threads can see of its turns.
  package let pulse = LoopPulse()

  let remote = Lock(Remote())
  let thread = Lock<LoopThread?>(nil)
  let epoll: Descriptor
  let wake: Descriptor

  // MARK: Loop thread only

  // SAFETY: the queues go without run-time checks of exclusive access, which every turn paid ten times: the loop's thread
  // alone touches them, and no access lasts while an item runs or something is let go that could call back.

  /// The items of this turn, from `cursor` on, and those for the next.
  @exclusivity(unchecked) var running: [Item] = []
  @exclusivity(unchecked) var cursor = 0
  @exclusivity(unchecked) var waiting: [Item] = []
  /// Swapped with the remote queue, so neither allocates in the long run.
  @exclusivity(unchecked) var incoming: [Item] = []

  var registrations = RegistrationTable()
  // SAFETY: without run-time checks of exclusive access: the loop's thread alone touches it, and it calls nothing back.
  @exclusivity(unchecked) var timers = TimerHeap()
  var dueTimers: [TimerToken] = []
  /// Who waits for the end of this turn, and those that are being called.
  @exclusivity(unchecked) var turnEnds: [any LoopTurnHandler] = []
  var endingTurns: [any LoopTurnHandler] = []
  /// One or two: a loop has no more ends.
  var stopHandlers: [any LoopStopHandler] = []
  var isStopping = false
  var hasRemoteItems = false
  /// True once nothing more will run here, though the thread may still be letting go of things.
  var isClosed = false

  /// The clock as last read: after each wait and every few jobs. Timers that need more call ``LoopInstant/read()``.
  package var now: LoopInstant { lastRead }
  // SAFETY: without run-time checks of exclusive access: the loop's thread alone touches it, one word at a time.
  @exclusivity(unchecked) var lastRead = LoopInstant.read()

  /// Until when the loop has seen all events: what has come since then may be unseen, so it is no time that has run out.
  package var seen: LoopInstant { horizon.moment }
  // SAFETY: without run-time checks of exclusive access: the loop's thread alone touches it, and it calls nothing back.
  @exclusivity(unchecked) var horizon = LookHorizon(.read())

  let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: ContractLoop.maxEventsPerTurn)

  /// Creates the loop's descriptors; ``start()`` gives it its thread.
  package init(name: String) throws(SystemError) {
    self.name = name
    epoll = Descriptor(owning: try Syscalls.value("epoll_create1") { contract_epoll_create() })
    wake = try Syscalls.eventDescriptor()
    // Edge-triggered: every signal is a new edge, so the counter never needs to be read.
    _ = try Syscalls.value("epoll_ctl", on: "wake-up") {
      contract_epoll_add(epoll.raw, wake.raw, EPOLLIN.rawValue | EPOLLET.rawValue, Self.wakeData)
    }
  }

  deinit {
    // Nobody joined: the loop stopped itself, and this may be its own thread.
    thread.withLock { thread in
      thread?.detach()
      thread = nil
    }
    events.deallocate()
  }

  // MARK: Where am I?

  /// The loop whose thread the caller runs on, or nil.
  package static var current: ContractLoop? {
    contract_thread_loop().map { Unmanaged<ContractLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// True on the loop's own thread.
  public var isCurrent: Bool {
    contract_thread_loop() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: Queueing

  /// Queues a job of the Swift runtime. Once the loop has stopped, jobs go to the global concurrent executor, so a
  /// continuation that is resumed later still runs.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !submit(.job(job)) { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs `work` on the loop, after what is queued already; never before this call returns. Callable from anywhere.
  ///
  /// - Returns: false when the loop has stopped: `work` will not run. Work accepted before that always runs.
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
