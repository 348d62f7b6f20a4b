internal import ContractLoop

/// The single timer that libcurl requires. libcurl sets and clears it with every transfer.
///
/// The loop's timer stays armed when libcurl clears its own timer. The next setting moves the loop's timer, which costs
/// one store. A loop timer that fires while libcurl's timer is cleared does nothing.
struct LibraryTimer {
  private var token: TimerToken?
  private var isSet = false
  /// True if libcurl must be called as soon as it has returned from the current call.
  private(set) var isDue = false

  /// Sets the timer as requested by libcurl: 0 is due immediately, -1 clears it.
  mutating func set(milliseconds: Int, on loop: ContractLoop, for handler: any LoopTimerHandler) {
    isDue = milliseconds == 0
    isSet = false
    if milliseconds > 0 { arm(milliseconds: milliseconds, on: loop, for: handler) }
  }

  /// Arms the loop's timer.
  mutating func arm(milliseconds: Int, on loop: ContractLoop, for handler: any LoopTimerHandler) {
    isSet = true
    let moment = LoopInstant.read().advanced(by: .milliseconds(milliseconds))
    if let token, loop.reschedule(token, at: moment) { return }
    token = loop.schedule(at: moment, handler)
  }

  /// Records that the loop's timer has fired; returns false if libcurl has cleared its timer.
  mutating func fired() -> Bool {
    token = nil
    guard isSet else { return false }
    isSet = false
    isDue = true
    return true
  }

  /// Returns whether the timer is due, and resets that state.
  mutating func takeDue() -> Bool {
    defer { isDue = false }
    return isDue
  }

  mutating func cancel(on loop: ContractLoop) {
    if let token { loop.cancel(token) }
    token = nil
    isSet = false
  }
}
