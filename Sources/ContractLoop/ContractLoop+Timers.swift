// These functions are called only on the loop's thread. A timer holds its handler until it fires, is cancelled, or the
// loop stops. It never fires before its deadline. On an idle loop, it fires at most a millisecond late; otherwise,
// after all events that arrived before the deadline were processed.
extension ContractLoop {
  /// The number of armed timers.
  package var timerCount: Int { timers.count }

  /// Arms a timer for a point in time, such as `now.advanced(byNanoseconds:)`: the cheap form for every request.
  package func schedule(at deadline: LoopInstant, _ handler: any LoopTimerHandler) -> TimerToken {
    assertCurrent()
    return timers.arm(at: deadline, handler)
  }

  /// Arms a timer that fires after `delay` from now.
  package func schedule(after delay: Duration, _ handler: any LoopTimerHandler) -> TimerToken {
    schedule(at: LoopInstant.read().advanced(by: delay), handler)
  }

  /// Arms a timer that calls `body`. Allocates memory.
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerToken {
    schedule(after: delay, ClosureTimer(body))
  }

  /// Moves an armed timer; postponing costs one store. Returns false when the timer has fired or was cancelled.
  @discardableResult
  package func reschedule(_ token: TimerToken, at deadline: LoopInstant) -> Bool {
    assertCurrent()
    return timers.rearm(token, at: deadline)
  }

  /// Disarms a timer. Has no effect if it has fired or was cancelled.
  package func cancel(_ token: TimerToken) {
    assertCurrent()
    _ = timers.cancel(token)
  }
}

private final class ClosureTimer: LoopTimerHandler {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    body()
  }
}
