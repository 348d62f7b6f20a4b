internal import CPosix
internal import ContractHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// A turn: the jobs that were there when it began, bounded, and what they left for its end; then one look at epoll; then its
// events, with the jobs that they bring, the timers that are due, and what other threads have queued. Draining the queue
// until it is empty would let one task that yields forever starve every socket.
extension ContractLoop {
  static let maxEventsPerTurn = 256
  static let maxItemsPerTurn = 1024
  /// Jobs that events have brought run after this many of them: so many that each finds the code of the one before in the
  /// processor's nearest cache, and so few that what they work on has not left it.
  static let eventsPerStint: Int32 = 64
  /// Jobs stop here even when fewer than `maxItemsPerTurn` have run, in nanoseconds.
  static let maxItemTime: Int64 = 2_000_000
  /// The clock is read after this many jobs.
  private static let itemsPerClockRead = 8
  /// What epoll carries for the wake-up descriptor; no registration reaches this generation and slot together.
  static let wakeData = UInt64.max

  /// The body of the loop's thread.
  func serve() {
    // SAFETY: the thread holds the loop while it serves it, and is over when it lets go.
    contract_thread_set_loop(Unmanaged.passUnretained(self).toOpaque())
    pulse.threadBegan()
    takeRemoteItems()
    pulse.turnBegan(at: .read())
    while !isStopping {
      runItems()
      endTurn()
      poll()
      fireTimers()
      if hasRemoteItems { takeRemoteItems() }
    }
    pulse.turnEnded(at: .read(), waits: true)
    finish()
    contract_thread_set_loop(nil)
  }

  private func runItems() {
    if running.isEmpty { swap(&running, &waiting) }
    if running.isEmpty { return }
    let executor = asUnownedTaskExecutor()
    let end = min(running.count, cursor + Self.maxItemsPerTurn)
    let deadline = LoopInstant.read().advanced(byNanoseconds: Self.maxItemTime)
    while cursor < end {
      run(running[cursor], on: executor)
      cursor += 1
      guard cursor % Self.itemsPerClockRead == 0 else { continue }
      lastRead = .read()
      if lastRead > deadline { break }
    }
    pulse.runNothing()
    if cursor == running.count {
      running.removeAll(keepingCapacity: true)
      cursor = 0
    }
  }

  private func run(_ item: Item, on executor: UnownedTaskExecutor) {
    switch item {
    case .job(let job):
      pulse.run(job)
      job.runSynchronously(on: executor)
    case .work(let work):
      pulse.runNothing()
      running[cursor] = .spent
      work()
    case .spent:
      break
    }
  }

  private func poll() {
    let timeout = pollTimeout()
    if timeout != 0 { pulse.turnEnded(at: lastRead, waits: true) }
    // Not the time after the look: what comes between the two nobody has seen.
    let start = lastRead
    let count = contract_epoll_wait(epoll.raw, events, Int32(Self.maxEventsPerTurn), timeout)
    lastRead = .read()
    // Without a wait the turn ends here, which spares a look at the clock.
    if timeout == 0 { pulse.turnEnded(at: lastRead, waits: false) }
    pulse.turnBegan(at: lastRead)
    // EINTR is the only error left to a valid epoll descriptor and buffer: a signal came, the next turn waits again.
    guard count >= 0 else { return }
    // The wake-up descriptor is one more than those registered.
    horizon.looked(
      from: start, count: Int(count), capacity: Self.maxEventsPerTurn, descriptors: registrations.count + 1)
    for index in 0..<count {
      let data = contract_event_data(events, index)
      if data == Self.wakeData {
        hasRemoteItems = true
      } else if let handler = registrations.handler(for: data) {
        handler.ready(ReadyEvents(rawValue: contract_event_mask(events, index)), on: self)
      }
      if (index + 1) % Self.eventsPerStint == 0 { runItems() }
    }
  }

  /// Milliseconds for epoll: 0 when there is work, -1 when only an event can bring some; rounded up, so a timer is
  /// never found not quite due over and over. Reads the clock when the loop may wait.
  private func pollTimeout() -> Int32 {
    if !running.isEmpty || !waiting.isEmpty || !turnEnds.isEmpty || isStopping { return 0 }
    lastRead = .read()
    guard let earliest = timers.earliest else { return -1 }
    let left = earliest.nanoseconds - lastRead.nanoseconds
    if left <= 0 { return 0 }
    return Int32(min((left - 1) / 1_000_000 + 1, 3_600_000))
  }

  /// Only what was due at the horizon: handlers that have run since may have taken long, and what has come meanwhile, for
  /// which a timer may wait, nobody has seen yet.
  private func fireTimers() {
    let seen = horizon.moment
    guard let earliest = timers.earliest, earliest <= seen else { return }
    timers.collectDue(seen, into: &dueTimers)
    for token in dueTimers {
      if let handler = timers.takeDue(token) { handler.timerFired(token, on: self) }
    }
    dueTimers.removeAll(keepingCapacity: true)
  }

  private func takeRemoteItems() {
    hasRemoteItems = false
    let phase = remote.withLock { remote in
      swap(&remote.items, &incoming)
      return remote.phase
    }
    isStopping = phase == .stopping
    if waiting.isEmpty {
      swap(&waiting, &incoming)
    } else {
      waiting.append(contentsOf: incoming)
      incoming.removeAll(keepingCapacity: true)
    }
  }

  /// The end of the loop: work still runs here, jobs move to the global executor, handlers are let go.
  func finish() {
    let last = remote.withLock { remote in
      remote.phase = .stopped
      defer { remote.items = [] }
      return remote.items
    }
    isClosed = true
    waiting.append(contentsOf: last)
    // Copies, so that what is let go ends after these properties have been changed, not during.
    var items = running
    var next = cursor
    running = []
    cursor = 0
    while next < items.count || !waiting.isEmpty {
      if next == items.count {
        items = waiting
        waiting = []
        next = 0
      }
      let item = items[next]
      next += 1
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
