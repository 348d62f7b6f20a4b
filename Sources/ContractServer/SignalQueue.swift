internal import ContractHTTP

/// Signals on their way to the one task that waits for them.
///
/// An `AsyncStream` would do, and its code would be in the memory of every server at rest.
final class SignalQueue: Sendable {
  private struct State {
    /// Each once, so that they are few.
    var signals: [Int32] = []
    var isFinished = false
    var waiter: CheckedContinuation<Int32?, Never>?
  }

  private let state = Lock(State())

  /// Hands a signal to the task that waits, or keeps it for later. One that is kept already is not kept twice.
  func send(_ signal: Int32) {
    let waiter: CheckedContinuation<Int32?, Never>? = state.withLock { state in
      if let waiter = state.waiter.take() { return waiter }
      if !state.signals.contains(signal) { state.signals.append(signal) }
      return nil
    }
    waiter?.resume(returning: signal)
  }

  /// Ends the waiting, now or when what is kept has been taken.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  /// The next signal; nil once ``finish()`` was called or the calling task is cancelled. One task may wait at a time.
  func next() async -> Int32? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: Int32?? = state.withLock { state in
          if !state.signals.isEmpty { return .some(state.signals.removeFirst()) }
          if state.isFinished { return .some(nil) }
          state.waiter = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }
  }
}
