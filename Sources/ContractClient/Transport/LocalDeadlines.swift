internal import ContractHTTP
internal import ContractLoop

/// The deadlines of all local calls.
///
/// One task sleeps until the earliest deadline. It continues to sleep when the call with this deadline ends early, as
/// nearly all do. A call then costs no task and no timer.
final class LocalDeadlines: Sendable {
  /// A call with a deadline.
  protocol Holder: AnyObject, Sendable {
    /// Ends the call because its deadline has passed, or adds it with another deadline.
    func timeOut()
  }

  static let shared = LocalDeadlines()

  private struct State {
    var calls: [ObjectIdentifier: (call: any Holder, deadline: LoopInstant)] = [:]
    /// The instant until which a task sleeps.
    var alarm = LoopInstant.distantFuture
    var sleeper: Task<Void, Never>?
  }

  private let state = Lock(State())

  /// Adds a call, which is retained until it is removed.
  func add(_ call: any Holder, after timeout: Duration) {
    let deadline = LoopInstant.read().advanced(by: timeout)
    state.withLock { state in
      state.calls[ObjectIdentifier(call)] = (call, deadline)
      if deadline < state.alarm { arm(&state, for: deadline) }
    }
  }

  func remove(_ call: any Holder) {
    _ = state.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
  }

  private func arm(_ state: inout State, for moment: LoopInstant) {
    state.sleeper?.cancel()
    state.alarm = moment
    // The clock of instants stops while the machine is suspended, and so does this sleep.
    let time = min(LoopInstant.read().duration(to: moment), .seconds(3600))
    state.sleeper = Task.detached {
      try? await Task.sleep(for: time, clock: .suspending)
      if !Task.isCancelled { self.check() }
    }
  }

  /// Ends the calls whose deadline has passed, and sleeps until the next one.
  private func check() {
    let now = LoopInstant.read()
    let due = state.withLock { state in
      let due = state.calls.values.filter { $0.deadline <= now }.map(\.call)
      for call in due { state.calls[ObjectIdentifier(call)] = nil }
      (state.alarm, state.sleeper) = (.distantFuture, nil)
      if let next = state.calls.values.map(\.deadline).min() { arm(&state, for: next) }
      return due
    }
    for call in due { call.timeOut() }
  }
}
