/// A handler that is notified when its loop stops.
package protocol LoopStopHandler: AnyObject {
  /// Prepares for the end of the loop. This is the last call on the loop's thread; descriptors and timers can still be
  /// removed.
  func loopStops(_ loop: ContractLoop)
}

// These functions are called only on the loop's thread.
extension ContractLoop {
  /// Adds a handler, which is held and notified when the loop stops.
  package func addStopHandler(_ handler: any LoopStopHandler) {
    assertCurrent()
    if !stopHandlers.contains(where: { $0 === handler }) { stopHandlers.append(handler) }
  }

  /// Removes a handler, if present.
  package func removeStopHandler(_ handler: any LoopStopHandler) {
    assertCurrent()
    stopHandlers.removeAll { $0 === handler }
  }
}
