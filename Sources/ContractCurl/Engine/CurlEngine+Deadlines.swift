internal import ContractLoop

/// The times in which transfers have to be over.
///
/// One timer serves all of them: it is armed for the earliest time that anybody has asked for, and stays when that
/// transfer ends before, as nearly all do. A transfer then costs one comparison, because it has more time than those that
/// began earlier; a timer of its own would be put into the loop's heap and taken out again.
extension CurlEngine {
  /// Looks after the time of a transfer that has begun.
  func watchDeadline(of transfer: Transfer) {
    transfer.hasDeadline = true
    if transfer.request.deadline < nextDeadline { armDeadline(transfer.request.deadline) }
  }

  private func armDeadline(_ moment: LoopInstant) {
    nextDeadline = moment
    if let deadlineTimer, loop.reschedule(deadlineTimer, at: moment) { return }
    deadlineTimer = loop.schedule(at: moment, self)
  }

  /// Ends the transfers whose time is over, and waits for the next one's.
  func deadlineCame() {
    deadlineTimer = nil
    nextDeadline = .distantFuture
    let seen = loop.seen
    for transfer in running where transfer.hasDeadline && transfer.request.deadline <= seen { transfer.timeIsOver() }
    let earliest = running.reduce(LoopInstant.distantFuture) { $1.hasDeadline ? min($0, $1.request.deadline) : $0 }
    // What has begun meanwhile may have armed it already.
    if earliest < nextDeadline { armDeadline(earliest) }
  }

  /// No time counts any more.
  func forgetDeadlines() {
    if let deadlineTimer { loop.cancel(deadlineTimer) }
    deadlineTimer = nil
    nextDeadline = .distantFuture
  }
}
