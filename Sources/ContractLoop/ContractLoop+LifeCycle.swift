internal import CPosix
internal import ContractHTTP

extension ContractLoop {
  /// True from the start until the thread has been joined.
  var hasThread: Bool {
    thread.withLock { $0 != nil }
  }

  /// Starts the thread. A loop can be started only once.
  package func start() throws(SystemError) {
    let mayStart = remote.withLock { remote in
      guard remote.phase == .idle else { return false }
      remote.phase = .running
      return true
    }
    precondition(mayStart, "loop \(name) has already been started or stopped")
    do throws(SystemError) {
      try thread.withLock { thread throws(SystemError) in thread = try SystemThread(name) { self.serve() } }
    } catch {
      remote.withLock { $0.phase = .idle }
      throw error
    }
  }

  /// Stops the loop and waits for its thread to end. On the loop's own thread, it does not wait, and the loop ends
  /// after the current iteration.
  ///
  /// Queued work runs first. Jobs of suspended or waiting tasks continue in the global pool. Event handlers and timers
  /// are released without being called. The queued work of a loop that was never started runs within this call.
  /// Repeated calls have no effect.
  package func stop() {
    let before = remote.withLock { remote in
      defer { if remote.phase == .running { remote.phase = .stopping } }
      return remote.phase
    }
    switch before {
    case .idle:
      finishWithoutThread()
    case .running:
      epoll.wakeUp()
    case .stopping, .stopped:
      break
    }
    if isCurrent { return }
    // The lock is held while joining, so that a second caller also returns only after the thread has ended. The thread
    // never takes this lock.
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  /// Tells a running loop to stop and returns immediately. Call ``stop()`` to join its thread, or ``leave()`` to detach
  /// it.
  package func end() {
    remote.withLock { if $0.phase == .running { $0.phase = .stopping } }
    epoll.wakeUp()
  }

  /// Stops a blocked loop and returns immediately. Its thread ends when it continues, if ever.
  package func leave() {
    end()
    thread.withLock { thread in
      thread?.detach()
      thread = nil
    }
  }

  private func finishWithoutThread() {
    let previous = contract_thread_loop()
    // The stored address stays valid: the caller holds `self` until the thread's earlier loop is restored.
    contract_thread_set_loop(address)
    finish()
    contract_thread_set_loop(previous)
  }
}
