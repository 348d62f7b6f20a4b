internal import Contract
internal import ContractLoop
internal import ContractSockets

/// The threads that a server uses for handlers.
struct HandlerSupport: Sendable {
  let options: HandlerOptions
  let pool: BlockingPool

  init(_ options: HandlerOptions) {
    self.options = options
    self.pool = BlockingPool(
      name: "contract-block", maxThreads: options.maxBlockingThreads, maxWaiting: options.maxBlockingQueue)
  }

  /// Starts a watchdog for the loops of an engine. Returns nil if reports are disabled, or if no thread is available: a server
  /// also works without a watchdog.
  ///
  /// - Parameter routes: the routes in the order of their tags.
  func watch(_ engine: SocketServer, _ routes: [Route], _ figures: ServerFigures) -> LoopWatchdog? {
    guard let threshold = options.stallThreshold else { return nil }
    let report = options.onStall ?? StandardErrorReport.write
    let operations = routes.map(\.operation)
    let loops = engine.executors
    let watchdog = LoopWatchdog(loops, threshold: threshold) { stall in
      if !stall.isOver { figures.countStall() }
      let operation = stall.tag.flatMap { operations.indices.contains($0) ? operations[$0] : nil }
      report(
        LoopStall(
          loop: loops[stall.loop].name, operation: operation, duration: stall.duration, isOver: stall.isOver))
    }
    return (try? watchdog.start()) == nil ? nil : watchdog
  }
}
