internal import ContractLoop

/// The transfers that libcurl runs, and their deadlines. Loop thread only.
///
/// All transfers share one timer, armed for the earliest deadline. The timer stays armed when the transfer with this
/// deadline ends early, as nearly all do. A transfer then costs one comparison, because its deadline is later than
/// those of earlier transfers.
final class RunningTransfers: LoopTimerHandler {
  private let loop: ContractLoop
  /// The transfers, each at its own `index`.
  // SAFETY: only the loop's thread uses this array, and no mutating access calls back.
  @exclusivity(unchecked) private(set) var all: [Transfer] = []
  private var timer: TimerToken?
  private var nextDeadline = LoopInstant.distantFuture

  init(on loop: ContractLoop) {
    self.loop = loop
  }

  func add(_ transfer: Transfer) {
    transfer.index = all.count
    all.append(transfer)
    transfer.deadline.isActive = true
    if transfer.deadline.instant < nextDeadline { arm(transfer.deadline.instant) }
  }

  func remove(_ transfer: Transfer) {
    let last = all.removeLast()
    if last !== transfer {
      all[transfer.index] = last
      last.index = transfer.index
    }
  }

  private func arm(_ moment: LoopInstant) {
    nextDeadline = moment
    if let timer, loop.reschedule(timer, at: moment) { return }
    timer = loop.schedule(at: moment, self)
  }

  /// Ends the transfers whose deadline has passed, and arms the timer for the next one.
  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    timer = nil
    nextDeadline = .distantFuture
    let seen = loop.seen
    for transfer in all where transfer.deadline.isActive && transfer.deadline.instant <= seen { transfer.timeOut() }
    let earliest = all.reduce(LoopInstant.distantFuture) { $1.deadline.isActive ? min($0, $1.deadline.instant) : $0 }
    // A transfer added in the meantime may already have armed the timer.
    if earliest < nextDeadline { arm(earliest) }
  }

  func cancelDeadlines() {
    if let timer { loop.cancel(timer) }
    timer = nil
    nextDeadline = .distantFuture
  }
}
