import ContractHTTP

/// Opens once and then lets all tasks pass.
///
/// Waiting does not end when the waiting task is cancelled; ``waitUnlessCancelled()`` does.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Int> = []
    var count = 0
  }
  private let state = Lock(State())

  package var isOpen: Bool { state.withLock { $0.isOpen } }

  package func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  package init() {}

  package func wait() async { _ = await wait(as: ticket()) }

  /// Waits, or throws as soon as the task is cancelled.
  package func waitUnlessCancelled() async throws {
    let ticket = ticket()
    let isOpen = await withTaskCancellationHandler {
      await wait(as: ticket)
    } onCancel: {
      let waiter = state.withLock { state in
        if state.waiters[ticket] == nil { state.cancelled.insert(ticket) }
        return state.waiters.removeValue(forKey: ticket)
      }
      waiter?.resume(returning: false)
    }
    if !isOpen { throw CancellationError() }
  }

  private func ticket() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  private func wait(as ticket: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isOpen { return true }
        if state.cancelled.remove(ticket) != nil { return false }
        state.waiters[ticket] = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
