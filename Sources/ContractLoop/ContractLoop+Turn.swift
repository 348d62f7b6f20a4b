internal import CPosix
internal import ContractHTTP

// An iteration of the loop runs the jobs that were queued at its start, up to a limit, and the end-of-iteration
// handlers. It then polls epoll once, and processes the events and the jobs they cause, due timers, and items queued by
// other threads. If an iteration drained the queue instead, one task that yields forever would starve all sockets.
extension ContractLoop {
  static let maxItemsPerTurn = 1024
  /// The number of events after which the jobs that they caused run. With this number, the code and the data of these
  /// jobs stay in the L1 cache.
  static let eventsPerStint: Int32 = 64
  /// The time in nanoseconds after which jobs stop, even if fewer than `maxItemsPerTurn` have run.
  static let maxItemTime: Int64 = 2_000_000
  /// The number of jobs between clock readings.
  private static let itemsPerClockRead = 8
  /// Runs the loop until it stops.
  func serve() {
    // The stored address stays valid: the thread retains the loop until this function has cleared the address.
    contract_thread_set_loop(address)
    activity.threadBegan()
    takeRemoteItems()
    activity.turnBegan(at: .read())
    while phase != .stopping {
      runItems()
      endTurn()
      poll()
      fireTimers()
      if hasRemoteItems { takeRemoteItems() }
    }
    activity.turnEnded(at: .read(), waits: true)
    finish()
    contract_thread_set_loop(nil)
  }

  private func runItems() {
    var left = queue.begin(upTo: Self.maxItemsPerTurn)
    if left == 0 { return }
    let executor = asUnownedTaskExecutor()
    let deadline = LoopInstant.read().advanced(byNanoseconds: Self.maxItemTime)
    while left > 0 {
      run(queue.next(), on: executor)
      left -= 1
      guard left % Self.itemsPerClockRead == 0 else { continue }
      clock.read()
      if clock.now > deadline { break }
    }
    activity.runNothing()
    queue.end()
  }

  private func run(_ item: LoopItem, on executor: UnownedTaskExecutor) {
    switch item {
    case .job(let job):
      activity.run(job)
      job.runSynchronously(on: executor)
    case .work(let work):
      activity.runNothing()
      work()
    case .spent:
      break
    }
  }

  private func poll() {
    let timeout = pollTimeout()
    if timeout != 0 { activity.turnEnded(at: clock.now, waits: true) }
    // `start` is read before the poll, because the poll may miss events that arrive after `start`.
    let start = clock.now
    let count = epoll.wait(milliseconds: timeout)
    clock.read()
    // An iteration that does not wait ends only here, where the clock has just been read, which saves another reading.
    if timeout == 0 { activity.turnEnded(at: clock.now, waits: false) }
    activity.turnBegan(at: clock.now)
    // EINTR is the only possible error with a valid descriptor and buffer. The next iteration waits again.
    guard count >= 0 else { return }
    // One descriptor more than the registrations, because the wake-up descriptor is not registered but also reports events.
    clock.horizon.polled(
      from: start, count: Int(count), capacity: Epoll.maxEvents, descriptors: registrations.count + 1)
    for index in 0..<count {
      let data = contract_event_data(epoll.events, index)
      if data == Epoll.wakeData {
        hasRemoteItems = true
      } else if let handler = registrations.handler(for: data) {
        handler.ready(ReadyEvents(rawValue: contract_event_mask(epoll.events, index)), on: self)
      }
      if (index + 1) % Self.eventsPerStint == 0 {
        runItems()
        // The handlers of the next events set timers, and the jobs may have taken long.
        clock.read()
      }
    }
  }

  /// Returns the timeout for epoll in milliseconds: 0 when there is work, -1 without timers. It is rounded up, so that
  /// the loop does not spin on a timer that is not quite due. Reads the clock when the loop may wait.
  private func pollTimeout() -> Int32 {
    if !queue.isEmpty || !turnEnds.isEmpty || phase == .stopping { return 0 }
    clock.read()
    guard let earliest = timers.earliest else { return -1 }
    let left = earliest.nanoseconds - clock.now.nanoseconds
    if left <= 0 { return 0 }
    return Int32(min((left - 1) / 1_000_000 + 1, 3_600_000))
  }

  /// Fires timers that were due at the horizon, but no later ones: handlers may have taken long since then, and a timer may
  /// wait for an event that arrived in the meantime and is not processed yet.
  private func fireTimers() {
    let seen = seen
    guard let earliest = timers.earliest, earliest <= seen else { return }
    timers.collectDue(seen, into: &dueTimers)
    for token in dueTimers {
      if let handler = timers.takeDue(token) { handler.timerFired(token, on: self) }
    }
    dueTimers.removeAll(keepingCapacity: true)
  }

  private func takeRemoteItems() {
    hasRemoteItems = false
    phase = remote.withLock { remote in
      queue.take(&remote.items)
      return remote.phase
    }
  }

  /// Ends the loop: queued work runs here, jobs move to the global executor, and handlers are released.
  func finish() {
    remote.withLock { remote in
      remote.phase = .stopped
      queue.take(&remote.items)
    }
    phase = .stopped
    for item in queue.removeAll() {
      switch item {
      case .job(let job): globalConcurrentExecutor.enqueue(job)
      case .work(let work): work()
      case .spent: break
      }
    }
    let stopHandlers = self.stopHandlers
    self.stopHandlers = []
    for handler in stopHandlers { handler.loopStops(self) }
    let handlers = (turnEnds, registrations, timers)
    turnEnds = []
    registrations = RegistrationTable()
    timers = TimerHeap()
    withExtendedLifetime(handlers) {}
  }
}
