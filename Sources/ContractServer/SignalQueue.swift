internal import ContractHTTP

/// A queue of signals with one waiting task.
///
/// Unlike an `AsyncStream`, it adds little code to the memory of an idle server.
final class SignalQueue: Sendable {
  private struct State {
    /// The queued signals, without duplicates, so that there are few.
    var signals: [Int32] = []
    var isFinished = false
    var waiter: CheckedContinuation<Int32?, Never>?
  }

  private let state = Lock(State())

  /// Passes a signal to the waiting task, or queues it unless it is queued already.
  func send(_ signal: Int32) {
    let waiter: CheckedContinuation<Int32?, Never>? = state.withLock { state in
      if let waiter = state.waiter.take() { return waiter }
      if !state.signals.contains(signal) { state.signals.append(signal) }
      return nil
    }
    waiter?.resume(returning: signal)
  }

  /// Makes ``next()`` return nil once the queued signals have been delivered.
  func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      return state.waiter.take()
    }
    waiter?.resume(returning: nil)
  }

  /// Returns the next signal; nil after ``finish()`` or when the calling task is cancelled. Only one task may wait.
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
