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

    /// Returns the thread if it has to be woken; nil if the thread is awake or cannot be created. If it cannot be created,
    /// queued lines wait for the next line.
    mutating func threadToWake() -> ContractLoop? {
      guard !isQueued, let thread = makeThread() else { return nil }
      isQueued = true
      return thread
    }

    /// Returns the thread, created on first use; nil if the system cannot create one.
    private mutating func makeThread() -> ContractLoop? {
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
    let thread = state.withLock { $0.buffer.append(line) ? $0.threadToWake() : nil }
    thread?.execute { [self] in drain() }
  }

  /// Reopens the file after a rotation, once the lines so far have been written. Later lines go to the new file.
  func reopen() {
    let thread = state.withLock { state in
      state.buffer.mark()
      return state.threadToWake()
    }
    thread?.execute { [self] in drain() }
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
      let (lines, isMarked, waiters, isDone) = state.withLock { state in
        let isDone = state.buffer.isEmpty
        if isDone { state.isQueued = false }
        let (lines, isMarked) = state.buffer.take()
        // If a mark ends these lines, later ones may still be queued. The waiters continue only after all queued lines.
        let waiters = isMarked ? [] : state.waiters
        if !isMarked { state.waiters = [] }
        return (lines, isMarked, waiters, isDone)
      }
      if !lines.isEmpty {
        let lost = put(lines)
        if lost > 0 { state.withLock { $0.buffer.lose(lost) } }
      }
      if isMarked { sink.reopen() }
      for waiter in waiters { waiter.resume() }
      if isDone { return }
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
