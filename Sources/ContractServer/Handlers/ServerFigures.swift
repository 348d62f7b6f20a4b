internal import ContractLoop
internal import ContractSockets
internal import Synchronization

/// What a running server tells of itself, for metrics.
public final class ServerFigures: Sendable {
  /// The threads for handlers that block.
  public struct Blocking: Hashable, Sendable {
    /// Threads that there are.
    public let threads: Int
    /// Threads that run something.
    public let busy: Int
    /// Parts of handlers that wait for a thread.
    public let queued: Int
    /// Requests that were refused since the start, because as many as may wait did.
    public let refused: Int
  }

  private let loops: [ContractLoop]
  /// Weak, because middleware holds this, and the engine holds middleware.
  private weak let engine: SocketServer?
  private let pool: BlockingPool
  private let stallCount = Atomic(0)

  init(_ engine: SocketServer, _ pool: BlockingPool) {
    self.loops = engine.executors
    self.engine = engine
    self.pool = pool
  }

  /// Connections that are open.
  public var connections: Int { engine?.connectionCount ?? 0 }

  /// Connections that were turned away since the start: too many of one peer, a PROXY header that is missing, malformed or
  /// from somebody who is not trusted, a TLS handshake that failed.
  public var refusedConnections: Int { engine?.refusedConnectionCount ?? 0 }

  /// Connections that were closed since the start because they had no request and others waited for their place; see
  /// ``ServerLimits/maxConnections``.
  public var idleConnectionsEnded: Int { engine?.idleEndCount ?? 0 }

  /// The threads for handlers that block.
  public var blocking: Blocking {
    let figures = pool.figures
    return Blocking(
      threads: figures.threads, busy: figures.busy, queued: figures.queued, refused: figures.refused)
  }

  /// Stalls of loops that were noticed since the start; see ``HandlerOptions/stallThreshold``.
  public var stalls: Int { stallCount.load(ordering: .relaxed) }

  /// The longest turn of any loop since this was asked for the last time, a turn under way included: how long a connection
  /// may have had to wait for its turn.
  public func takeLoopLag() -> Duration {
    let now = LoopInstant.read()
    return loops.map { $0.pulse.takeLongestTurn(at: now) }.max() ?? .zero
  }

  func countStall() { stallCount.wrappingAdd(1, ordering: .relaxed) }
}
