internal import Contract
internal import ContractLoop

/// Writes lines on a thread of its own, so that a slow or full disk stops nobody.
///
/// Lines wait in a bounded buffer. What does not fit, and what the sink does not take, is dropped and counted; a line that
/// was written in part is ended before the next one, so that no two run together.
final class LogWriter: Sendable {
  private struct State {
    var buffer: LineBuffer
    var isQueued = false
    var thread: ContractLoop?
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// The thread, which is made when it is first needed; nil when the system has none left.
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
  /// The last line was written in part. Touched by the thread alone, but for the lock that proves it.
  private let isTorn = Lock(false)

  init(_ sink: any LogSink, capacity: Int) {
    self.sink = sink
    self.state = Lock(State(buffer: LineBuffer(capacity: capacity)))
  }

  deinit {
    state.withLock { $0.thread }?.stop()
  }

  /// Lines that were dropped.
  var dropped: Int { state.withLock { $0.buffer.dropped } }

  /// Takes a line and returns at once.
  func write(_ line: [UInt8]) {
    let thread: ContractLoop? = state.withLock { state -> ContractLoop? in
      guard state.buffer.append(line), !state.isQueued else { return nil }
      // Without a thread the line waits for the next one.
      guard let thread = state.makeThread() else { return nil }
      state.isQueued = true
      return thread
    }
    thread?.execute { [self] in drain() }
  }

  /// Opens the file again, after a rotation, and after the lines so far.
  func reopen() {
    let thread: ContractLoop? = state.withLock { $0.makeThread() }
    thread?.execute { [sink] in sink.reopen() }
  }

  /// Returns when what was taken so far has been written or dropped; what is written meanwhile delays it by one batch at
  /// most.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isQueued { state.waiters.append(continuation) }
        return !state.isQueued
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Runs on the writer's thread until nothing is left.
  private func drain() {
    while true {
      let (lines, waiters) = state.withLock { state in
        // Whoever has waited until here, waits for these lines or for those that were written before.
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

  /// Writes lines and returns how many were lost.
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
