internal import ContractLoop
internal import ContractSockets
internal import Synchronization

/// The metrics of a running server.
public final class ServerFigures: Sendable {
  /// The threads for blocking handlers.
  public struct Blocking: Hashable, Sendable {
    /// The number of threads.
    public let threads: Int
    /// The number of threads that run a handler.
    public let busy: Int
    /// The number of handler jobs that wait for a thread.
    public let queued: Int
    /// The number of requests that were refused since the start, because the queue was full.
    public let refused: Int
  }

  private let loops: [ContractLoop]
  /// Weak, because middleware retains this object, and the engine retains middleware.
  private weak let engine: SocketServer?
  private let pool: BlockingPool
  private let stallCount = Atomic(0)

  init(_ engine: SocketServer, _ pool: BlockingPool) {
    self.loops = engine.executors
    self.engine = engine
    self.pool = pool
  }

  /// The number of open connections.
  public var connections: Int { engine?.connectionCount ?? 0 }

  /// The number of connections that were refused since the start: too many from one peer, a PROXY header that is
  /// missing, malformed or from an untrusted peer, or a failed TLS handshake.
  public var refusedConnections: Int { engine?.refusedConnectionCount ?? 0 }

  /// The number of idle connections that were closed since the start in favor of others; see
  /// ``ServerLimits/maxConnections``.
  public var idleConnectionsEnded: Int { engine?.idleEndCount ?? 0 }

  /// The number of connections that were closed since the start because the client did not read a response, see
  /// ``ServerTimeouts/write`` and ``ServerLimits/minResponseBytesPerSecond``.
  public var slowReadersDropped: Int { engine?.dropCount(.slowReader) ?? 0 }

  /// The number of WebSockets that were closed since the start because the client was silent, see
  /// ``/ContractHTTP/WebSocketOptions``: it accepted no byte of a message, sent nothing after a Ping, or sent no Close frame.
  public var silentWebSocketsDropped: Int { engine?.dropCount(.silentWebSocket) ?? 0 }

  /// The threads for blocking handlers.
  public var blocking: Blocking {
    let figures = pool.figures
    return Blocking(
      threads: figures.threads, busy: figures.busy, queued: figures.queued, refused: figures.refused)
  }

  /// The number of stalls that were detected since the start; see ``HandlerOptions/stallThreshold``.
  public var stalls: Int { stallCount.load(ordering: .relaxed) }

  /// Returns the longest iteration of any loop since the last call, including current ones: the maximum time that a connection
  /// may have waited.
  public func takeLoopLag() -> Duration {
    let now = LoopInstant.read()
    return loops.map { $0.activity.takeLongestTurn(at: now) }.max() ?? .zero
  }

  func countStall() { stallCount.wrappingAdd(1, ordering: .relaxed) }
}
