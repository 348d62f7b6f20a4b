/// A handler that collects work during an iteration and performs it at the end.
package protocol LoopTurnHandler: AnyObject {
  /// Performs the collected work. Called on the loop's thread after the jobs of an iteration, before epoll is polled.
  func turnEnds(on loop: ContractLoop)
}

// These functions are called only on the loop's thread.
extension ContractLoop {
  /// Calls `handler` once, after the jobs of this iteration and before epoll is polled. Sending the output of many jobs
  /// together wakes a peer on another processor only once.
  package func atTurnEnd(_ handler: any LoopTurnHandler) {
    assertCurrent()
    turnEnds.append(handler)
  }

  func endTurn() {
    if turnEnds.isEmpty { return }
    // The lists are swapped, so that handlers that register again while they are called run after the next jobs.
    swap(&turnEnds, &endingTurns)
    for handler in endingTurns { handler.turnEnds(on: self) }
    endingTurns.removeAll(keepingCapacity: true)
  }
}
