internal import ContractHTTP
internal import ContractLoop

/// The idle timeout of a streamed response. Loop thread only.
///
/// One timer checks repeatedly, instead of one timer per wait. A wait then costs the reader only one reading of the
/// clock.
final class IdleTimer: LoopTimerHandler {
  private let transfer: Transfer
  private let receiver: ResponseReceiver
  private let limit: Duration
  private var machine: IdleMachine
  private var timer: TimerToken?

  /// Starts the timeout.
  init(_ transfer: Transfer, _ receiver: ResponseReceiver, limit: Duration) {
    self.transfer = transfer
    self.receiver = receiver
    self.limit = limit
    machine = IdleMachine(limit: limit)
    check()
  }

  func stop() {
    if let timer { transfer.engine.loop.cancel(timer) }
    timer = nil
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    timer = nil
    check()
  }

  private func check() {
    let sentBytes = transfer.upload?.sentBytes ?? 0
    switch machine.decide(now: LoopInstant.read(), waitingSince: receiver.waitingSince, sentBytes: sentBytes) {
    case .check(let moment): timer = transfer.engine.loop.schedule(at: moment, self)
    case .end:
      // libcurl may still send the last bytes of the request after a complete response.
      if transfer.finishComplete() { return transfer.engine.settle() }
      transfer.engine.end(
        transfer, TransferFailure(.tooSlow, "no byte of the response body arrived within \(limit.text)"))
    }
  }
}

/// The machine that decides whether a silence has lasted too long. A pure value, so that tests cover it with a table.
struct IdleMachine {
  enum Step: Equatable {
    /// Check again at this time.
    case check(at: LoopInstant)
    case end
  }

  private let limit: Int64
  private var sentBytes = 0
  /// The start of a silence that exceeded the limit at the last check.
  private var suspect: LoopInstant?

  init(limit: Duration) {
    // A shorter limit could not be distinguished from zero.
    self.limit = max(1_000_000, limit.loopNanoseconds)
  }

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - waitingSince: The start of the reader's current wait for a byte; nil while it does not wait.
  ///   - sentBytes: The number of bytes of the request body sent so far.
  mutating func decide(now: LoopInstant, waitingSince: LoopInstant?, sentBytes: Int) -> Step {
    let start = sentBytes == self.sentBytes ? waitingSince ?? now : now
    self.sentBytes = sentBytes
    let end = start.advanced(byNanoseconds: limit)
    if end > now { return .check(at: end) }
    if suspect == start { return .end }
    // The silence must exceed the limit at two checks: after a suspension of the whole program, received bytes may
    // still wait in the socket.
    suspect = start
    return .check(at: now.advanced(byNanoseconds: 1_000_000))
  }
}
