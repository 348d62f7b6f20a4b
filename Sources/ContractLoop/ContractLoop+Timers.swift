// Loop thread only. A timer holds its handler until it fires, is cancelled, or the loop stops. It fires never before its
// deadline; on a loop with nothing else to do up to a millisecond behind it, else when all events that came before the
// deadline have been seen.
extension ContractLoop {
  /// How many timers are armed.
  package var timerCount: Int { timers.count }

  /// Arms a timer for a moment, such as `now.advanced(byNanoseconds:)`: the cheap form for every request.
  package func schedule(at deadline: LoopInstant, _ handler: any LoopTimerHandler) -> TimerToken {
    assertCurrent()
    return timers.arm(at: deadline, handler)
  }

  /// Arms a timer for that long from this very moment.
  package func schedule(after delay: Duration, _ handler: any LoopTimerHandler) -> TimerToken {
    schedule(at: LoopInstant.read().advanced(by: delay), handler)
  }

  /// Arms a timer that runs `body`; allocates for it.
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerToken {
    schedule(after: delay, ClosureTimer(body))
  }

  /// Moves an armed timer. Postponing it costs one store. False when the timer has fired or was cancelled.
  @discardableResult
  package func reschedule(_ token: TimerToken, at deadline: LoopInstant) -> Bool {
    assertCurrent()
    return timers.rearm(token, at: deadline)
  }

  /// Disarms a timer; one that has fired or was cancelled stays as it is.
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
