internal import Contract
internal import ContractLoop

/// A writer of lines on a dedicated thread, so that a slow or full disk does not delay callers.
///
/// Lines are queued in a bounded buffer. Lines that do not fit, or that the sink does not accept, are dropped and
/// counted. A partially written line is terminated before the next one.
final class LogWriter: Sendable {
  private struct State {
    var buffer: LineBuffer
    var isQueued = false
    var thread: ContractLoop?
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Returns the thread, created on first use; nil if the system cannot create one.
    mutating func makeThread() -> ContractLoop? {
      if thread == nil {
        guard let fresh = try? ContractLoop(name: "access-log"), (try? fresh.start()) != nil else { return nil }
        thread = fresh
      }
      return thread
    }
  }

  private let sink: any LogSink
  private let state: Lock<State>
  /// True after a line was written partially. Used only by the writer's thread; the lock makes it `Sendable`.
  private let isTorn = Lock(false)

  init(_ sink: any LogSink, capacity: Int) {
    self.sink = sink
    self.state = Lock(State(buffer: LineBuffer(capacity: capacity)))
  }

  deinit {
    state.withLock { $0.thread }?.stop()
  }

  /// The number of dropped lines.
  var dropped: Int { state.withLock { $0.buffer.dropped } }

  /// Queues a line without waiting.
  func write(_ line: [UInt8]) {
    let thread: ContractLoop? = state.withLock { state -> ContractLoop? in
      guard state.buffer.append(line), !state.isQueued else { return nil }
      // Without a thread the line stays queued until the next one.
      guard let thread = state.makeThread() else { return nil }
      state.isQueued = true
      return thread
    }
    thread?.execute { [self] in drain() }
  }

  /// Reopens the file after a rotation, once the lines so far have been written.
  func reopen() {
    let thread: ContractLoop? = state.withLock { $0.makeThread() }
    thread?.execute { [sink] in sink.reopen() }
  }

  /// Waits until the lines queued so far have been written or dropped. Lines queued meanwhile delay it by at most one
  /// batch.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isQueued { state.waiters.append(continuation) }
        return !state.isQueued
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Writes batches on the writer's thread until the buffer is empty.
  private func drain() {
    while true {
      let (lines, waiters) = state.withLock { state in
        // These waiters wait for this batch or an earlier one.
        defer { state.waiters = [] }
        if state.buffer.bytes.isEmpty { state.isQueued = false }
        return (state.buffer.take(), state.waiters)
      }
      if !lines.isEmpty {
        let lost = put(lines)
        if lost > 0 { state.withLock { $0.buffer.lose(lost) } }
      }
      for waiter in waiters { waiter.resume() }
      if lines.isEmpty { return }
    }
  }

  /// Writes lines and returns the number of lost ones.
  private func put(_ lines: [UInt8]) -> Int {
    if isTorn.withLock({ $0 }) {
      guard sink.write([0x0A]) == 1 else { return lines.count { $0 == 0x0A } }
      isTorn.withLock { $0 = false }
    }
    let written = sink.write(lines[...])
    guard written < lines.count else { return 0 }
    isTorn.withLock { $0 = written > 0 && lines[written - 1] != 0x0A }
    return lines[written...].count { $0 == 0x0A }
  }
}
