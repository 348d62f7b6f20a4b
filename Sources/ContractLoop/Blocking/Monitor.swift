internal import CPosix

/// State that threads share under a mutex and can wait on until it changes.
package final class Monitor<State>:
  // SAFETY: `state` is only touched between lock and unlock of `monitor`, at a fixed heap address until deinit.
  @unchecked Sendable
{
  private let monitor: OpaquePointer
  private var state: State

  package init(_ state: sending State) {
    self.monitor = contract_monitor_create()
    self.state = state
  }

  deinit {
    contract_monitor_destroy(monitor)
  }

  /// Calls `body` with exclusive access to the state.
  package func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    contract_monitor_lock(monitor)
    defer { contract_monitor_unlock(monitor) }
    return body(&state)
  }

  /// Waits until `body` returns a value, and returns it. `body` is called again after each signal. After `deadline`, it
  /// is called with `isLate` set to true and must return a value.
  package func wait<Result>(
    until deadline: LoopInstant, _ body: (inout State, _ isLate: Bool) -> sending Result?
  ) -> sending Result {
    contract_monitor_lock(monitor)
    defer { contract_monitor_unlock(monitor) }
    var isLate = false
    while true {
      if let result = body(&state, isLate) { return result }
      if contract_monitor_wait(monitor, max(0, deadline.nanoseconds)) != 0 { isLate = true }
    }
  }

  /// Wakes one waiting thread to check the state again.
  package func signal() { contract_monitor_signal(monitor) }

  /// Wakes all waiting threads to check the state again.
  package func signalAll() { contract_monitor_broadcast(monitor) }
}
