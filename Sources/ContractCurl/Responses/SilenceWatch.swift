internal import ContractLoop

/// Ends a transfer whose reader has waited too long for content.
///
/// One timer looks again and again, instead of one for each wait: to wait costs a reader no more than reading the clock.
///
/// Loop thread only.
final class SilenceWatch: LoopTimerHandler {
  private let transfer: Transfer
  private let receiver: ResponseReceiver
  private let limit: Duration
  private var machine: SilenceMachine
  private var timer: TimerToken?

  /// Begins to look after a transfer.
  init(_ transfer: Transfer, _ receiver: ResponseReceiver, limit: Duration) {
    self.transfer = transfer
    self.receiver = receiver
    self.limit = limit
    machine = SilenceMachine(limit: limit)
    look()
  }

  /// Looks no more.
  func stop() {
    if let timer { transfer.engine.loop.cancel(timer) }
    timer = nil
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    timer = nil
    look()
  }

  private func look() {
    let sentBytes = transfer.upload?.sentBytes ?? 0
    switch machine.decide(now: LoopInstant.read(), waitingSince: receiver.waitingSince, sentBytes: sentBytes) {
    case .look(let moment): timer = transfer.engine.loop.schedule(at: moment, self)
    case .end: transfer.engine.end(transfer, TransferFailure(.tooSlow, "no content came within \(limit.text)"))
    }
  }
}

/// Decides how long a silence is: pure, so that every rule is a row of a table.
struct SilenceMachine {
  enum Step: Equatable {
    /// Nothing is wrong before this moment.
    case look(at: LoopInstant)
    case end
  }

  private let limit: Int64
  private var sentBytes = 0
  /// The beginning of a silence that had lasted too long at the last look.
  private var suspect: LoopInstant?

  init(limit: Duration) {
    // Less is not to be told from none.
    self.limit = max(1_000_000, limit.loopNanoseconds)
  }

  /// What follows from a look.
  ///
  /// - Parameters:
  ///   - waitingSince: since when the reader has waited, with no byte since; nil while it does not wait.
  ///   - sentBytes: how much of the request's content has gone so far.
  mutating func decide(now: LoopInstant, waitingSince: LoopInstant?, sentBytes: Int) -> Step {
    let start = sentBytes == self.sentBytes ? waitingSince ?? now : now
    self.sentBytes = sentBytes
    let end = start.advanced(byNanoseconds: limit)
    if end > now { return .look(at: end) }
    if suspect == start { return .end }
    // After a standstill of the whole program content may be there that nobody has looked for yet.
    suspect = start
    return .look(at: now.advanced(byNanoseconds: 1_000_000))
  }
}
