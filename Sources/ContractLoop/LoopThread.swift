internal import CPosix
internal import ContractHTTP

/// The thread of a loop, to be joined or detached once.
struct LoopThread: Sendable {
  private let handle: pthread_t

  /// Starts the thread, which keeps the loop alive until it ends.
  init(serving loop: ContractLoop) throws(SystemError) {
    // SAFETY: the thread takes this reference over; where there is none, it is released here.
    let context = Unmanaged.passRetained(loop)
    var handle = pthread_t()
    let error = contract_thread_start(&handle, loop.name, Self.body, context.toOpaque())
    if error != 0 {
      context.release()
      throw SystemError(error, "pthread_create", on: loop.name)
    }
    self.handle = handle
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    Unmanaged<ContractLoop>.fromOpaque(context).takeRetainedValue().serve()
  }

  func join() {
    pthread_join(handle, nil)
  }

  func detach() {
    pthread_detach(handle)
  }
}

extension ContractLoop {
  /// True from the start until somebody has joined the thread.
  var hasThread: Bool {
    thread.withLock { $0 != nil }
  }

  /// Starts the thread. A loop starts once.
  package func start() throws(SystemError) {
    let mayStart = remote.withLock { remote in
      guard remote.phase == .idle else { return false }
      remote.phase = .running
      return true
    }
    precondition(mayStart, "loop \(name) was started or stopped before")
    do throws(SystemError) {
      try thread.withLock { thread throws(SystemError) in thread = try LoopThread(serving: self) }
    } catch {
      remote.withLock { $0.phase = .idle }
      throw error
    }
  }

  /// Stops the loop and waits for its thread to end, except on that thread itself: there the loop ends after this turn.
  ///
  /// Work queued before runs first; jobs of suspended or waiting tasks go on in the global pool; handlers and timers
  /// are let go without a call. A loop that never started runs its queued work here. Calling it again is harmless.
  package func stop() {
    let before = remote.withLock { remote in
      defer { if remote.phase == .running { remote.phase = .stopping } }
      return remote.phase
    }
    switch before {
    case .idle:
      finishWithoutThread()
    case .running:
      _ = contract_eventfd_signal(wake.raw)
    case .stopping, .stopped:
      break
    }
    if isCurrent { return }
    // Held while joining, so that a second caller also returns only when the thread is gone. The thread takes it never.
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }

  /// Tells a loop that runs to stop, and waits for nothing. Its thread is still to be joined by ``stop()``, or left.
  package func end() {
    remote.withLock { if $0.phase == .running { $0.phase = .stopping } }
    _ = contract_eventfd_signal(wake.raw)
  }

  /// Stops a loop that is blocked, and waits for nothing: its thread ends when it turns again, if ever.
  package func leave() {
    end()
    thread.withLock { thread in
      thread?.detach()
      thread = nil
    }
  }

  private func finishWithoutThread() {
    let previous = contract_thread_loop()
    // SAFETY: `self` is held by whoever calls, and the thread has its earlier loop again before this returns.
    contract_thread_set_loop(Unmanaged.passUnretained(self).toOpaque())
    finish()
    contract_thread_set_loop(previous)
  }
}
