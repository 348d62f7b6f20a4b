internal import ContractHTTP1
internal import ContractLoop

/// The server's limits and timeouts as the engine uses them: converted once, not per request.
struct EngineSettings: Sendable {
  let http: HTTP1Limits
  let minBodyBytesPerSecond: Int64
  let minResponseBytesPerSecond: Int64

  let headerTimeout: Int64
  let handshakeTimeout: Int64
  let bodyTimeout: Int64
  let idleTimeout: Int64
  let writeTimeout: Int64
  let departureTimeout: Int64
  let handlerTimeout: Int64?
  let lingerTimeout: Int64
  let rateGrace: Int64
  let maxHeldTime: Int64
  let minIdleTime: Int64

  /// Unsent bytes from which a connection starts no further request and a streaming answer waits.
  static let highWatermark = 64 << 10
  /// The most bytes of a TCP connection that wait in the kernel to be sent, beside those that wait for their
  /// acknowledgement.
  static let maxUnsentBytes: Int32 = 128 << 10
  /// Content of this size and more is sent from where it is instead of being copied behind the head.
  static let minUncopiedBytes = 16 << 10
  /// Above this the loop's output buffer is given back after use.
  static let maxKeptCapacity = 1 << 20
  /// The most bytes that are read and ignored after a last answer.
  static let maxLingerBytes = 2 << 20
  /// How long a connection lingers at most while the server drains, in nanoseconds.
  static let drainingLinger: Int64 = 500_000_000
  /// Bytes of a streaming answer that are sent before the other connections of the loop have their turn.
  static let maxBytesPerTurn = 256 << 10
  /// How long a connection has been without a request before it is closed to make room for another, in nanoseconds.
  static let minIdleTime: Int64 = 500_000_000
  /// The most connections that are closed at once to make room.
  static let maxIdleEnds = 32
  /// Reads of one connection before the others of its loop have their turn.
  static let maxReadsPerTurn = 16

  init(
    _ limits: ServerLimits, _ timeouts: ServerTimeouts, maxHeldTime: Int64 = HeldAnswers.maxWait,
    minIdleTime: Int64 = Self.minIdleTime
  ) {
    var http = HTTP1Limits()
    http.maxRequestLineBytes = limits.maxRequestLineBytes
    http.maxHeadBytes = limits.maxHeadBytes
    http.maxFieldCount = limits.maxFieldCount
    http.maxChunkLineBytes = limits.maxChunkLineBytes
    http.maxChunkOverheadBytes = limits.maxChunkOverheadBytes
    http.maxTrailerBytes = limits.maxTrailerBytes
    http.maxRequests = limits.maxRequestsPerConnection
    self.http = http
    self.minBodyBytesPerSecond = Int64(limits.minBodyBytesPerSecond)
    self.minResponseBytesPerSecond = Int64(limits.minResponseBytesPerSecond)
    self.headerTimeout = timeouts.header.loopNanoseconds
    self.handshakeTimeout = timeouts.handshake.loopNanoseconds
    self.bodyTimeout = timeouts.body.loopNanoseconds
    self.idleTimeout = timeouts.idle.loopNanoseconds
    self.writeTimeout = timeouts.write.loopNanoseconds
    self.departureTimeout = timeouts.departure.loopNanoseconds
    self.handlerTimeout = timeouts.handler?.loopNanoseconds
    self.lingerTimeout = timeouts.linger.loopNanoseconds
    self.rateGrace = timeouts.rateGrace.loopNanoseconds
    self.maxHeldTime = maxHeldTime
    self.minIdleTime = minIdleTime
  }
}
