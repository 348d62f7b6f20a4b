internal import ContractHTTP
internal import ContractLoop

/// The engines of one transport: one per loop that calls come from, and one on a loop of its own for everyone else.
///
/// Engines start when they are first needed and end with this object, or with their loop.
package final class CurlEngines: Sendable {
  private struct State {
    /// The engine for callers on no loop; it has its loop's thread to itself.
    var own: CurlEngine?
    /// One for each loop that calls have come from, which are few: looking them through costs less than hashing.
    var onLoops: [CurlEngine] = []

    func engine(on loop: ContractLoop) -> CurlEngine? {
      for engine in onLoops where engine.loop === loop { return engine }
      return nil
    }
  }

  package let options: CurlOptions
  private let state = Lock(State())

  package init(options: CurlOptions) {
    self.options = options
  }

  deinit {
    // No call is in flight: each holds the transport, and the transport this.
    let (own, others) = state.withLock { ($0.own, $0.onLoops) }
    for engine in others {
      engine.loop.execute { engine.stop() }
    }
    guard let own else { return }
    own.loop.execute { own.stop() }
    own.loop.stop()
  }

  /// The engine for a call that is made here and now.
  package func current() throws(TransferFailure) -> CurlEngine {
    guard let loop = ContractLoop.current else { return try ownEngine() }
    if let engine = state.withLock({ $0.engine(on: loop) }) { return engine }
    if let error = options.error { throw error }
    // Only the loop's own thread comes here for this loop, so nobody else adds one meanwhile.
    guard let engine = CurlEngine(loop: loop, options: options) else { throw .outOfMemory }
    engine.registry = self
    loop.addStopHandler(engine)
    state.withLock { $0.onLoops.append(engine) }
    return engine
  }

  /// True once somebody has called who is on no loop; for tests.
  package var hasOwn: Bool { state.withLock { $0.own != nil } }

  /// Lets go of an engine whose loop has stopped.
  func forget(_ engine: CurlEngine) {
    state.withLock { $0.onLoops.removeAll { $0 === engine } }
  }

  private func ownEngine() throws(TransferFailure) -> CurlEngine {
    if let error = options.error { throw error }
    let found: Result<CurlEngine, TransferFailure> = state.withLock { state in
      if let own = state.own { return .success(own) }
      do {
        let loop = try ContractLoop(name: "contract-client")
        guard let engine = CurlEngine(loop: loop, options: options) else { return .failure(.outOfMemory) }
        try loop.start()
        state.own = engine
        return .success(engine)
      } catch {
        return .failure(TransferFailure(.other, "the client's thread could not be started", cause: error))
      }
    }
    return try found.get()
  }
}
