internal import ContractHTTP
internal import ContractLoop

/// The engines of one transport: one per loop that makes calls, and one on a dedicated loop for all other callers.
///
/// An engine starts with the first call and ends with this object, or with its loop.
package final class CurlEngines: Sendable {
  private struct State {
    /// The engine for callers outside of loops, on its own thread.
    var own: CurlEngine?
    /// The engines on loops of callers. There are few, so a search costs less than hashing.
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
    // No call is in progress: each call retains the transport, which retains this object.
    let (own, others) = state.withLock { ($0.own, $0.onLoops) }
    for engine in others {
      engine.loop.execute { engine.stop() }
    }
    guard let own else { return }
    own.loop.execute { own.stop() }
    own.loop.stop()
  }

  /// Returns the engine for the calling thread.
  package func current() throws(TransferFailure) -> CurlEngine {
    guard let loop = ContractLoop.current else { return try ownEngine() }
    if let engine = state.withLock({ $0.engine(on: loop) }) { return engine }
    if let error = options.error { throw error }
    // Only the loop's own thread adds an engine for the loop, so no other engine was added in the meantime.
    guard let engine = CurlEngine(loop: loop, options: options) else { throw .outOfMemory }
    engine.registry = self
    loop.addStopHandler(engine)
    state.withLock { $0.onLoops.append(engine) }
    return engine
  }

  /// True after a call from outside of loops.
  package var hasOwn: Bool { state.withLock { $0.own != nil } }

  /// Releases an engine whose loop has stopped.
  func forget(_ engine: CurlEngine) {
    state.withLock { $0.onLoops.removeAll { $0 === engine } }
  }

  private func ownEngine() throws(TransferFailure) -> CurlEngine {
    if let error = options.error { throw error }
    let found: Result<CurlEngine, TransferFailure> = state.withLock { state in
      if let own = state.own { return .success(own) }
      do {
        let loop = try ContractLoop(name: "contract-client")
        try loop.start()
        guard let engine = CurlEngine(loop: loop, options: options) else {
          loop.stop()
          return .failure(.outOfMemory)
        }
        state.own = engine
        return .success(engine)
      } catch {
        return .failure(TransferFailure(.other, "the client's thread could not be started", cause: error))
      }
    }
    return try found.get()
  }
}
