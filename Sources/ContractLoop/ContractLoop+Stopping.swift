/// Something that ends with its loop.
package protocol LoopStopHandler: AnyObject {
  /// The loop runs nothing after this. Called on its thread, while descriptors and timers can still be given back.
  func loopStops(_ loop: ContractLoop)
}

// Loop thread only.
extension ContractLoop {
  /// Holds `handler` and tells it when the loop stops, unless it is removed before.
  package func addStopHandler(_ handler: any LoopStopHandler) {
    assertCurrent()
    if !stopHandlers.contains(where: { $0 === handler }) { stopHandlers.append(handler) }
  }

  /// Forgets the handler; does nothing when it is not there.
  package func removeStopHandler(_ handler: any LoopStopHandler) {
    assertCurrent()
    stopHandlers.removeAll { $0 === handler }
  }
}
