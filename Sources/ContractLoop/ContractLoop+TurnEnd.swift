/// Something that collects work during a turn and does it at once at the turn's end.
package protocol LoopTurnHandler: AnyObject {
  /// The jobs of this turn have run; the loop looks at epoll next. Called on its thread.
  func turnEnds(on loop: ContractLoop)
}

// Loop thread only.
extension ContractLoop {
  /// Calls `handler` once, when the jobs of this turn have run and before epoll is asked. Whoever sends for many jobs
  /// sends together then: a peer on another processor is woken once instead of once for each.
  package func atTurnEnd(_ handler: any LoopTurnHandler) {
    assertCurrent()
    turnEnds.append(handler)
  }

  func endTurn() {
    if turnEnds.isEmpty { return }
    // Those that ask again while they are called have their turn after the next jobs.
    swap(&turnEnds, &endingTurns)
    for handler in endingTurns { handler.turnEnds(on: self) }
    endingTurns.removeAll(keepingCapacity: true)
  }
}
