internal import ContractHTTP1
internal import ContractLoop

/// The server's limits and timeouts, converted for the engine once.
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

  /// The number of unsent bytes at which a connection starts no further request and a stream waits.
  static let highWatermark = 64 << 10
  /// The maximum number of unsent bytes of a TCP connection in the kernel, excluding unacknowledged ones.
  static let maxUnsentBytes: Int32 = 128 << 10
  /// The size at which a body is sent without being copied after the head, in bytes.
  static let minUncopiedBytes = 16 << 10
  /// The maximum capacity of the loop's output buffer that is kept, in bytes.
  static let maxKeptCapacity = 1 << 20
  /// The maximum number of bytes that are read and ignored after the last response.
  static let maxLingerBytes = 2 << 20
  /// The maximum time that a connection lingers while the server drains, in nanoseconds.
  static let drainingLinger: Int64 = 500_000_000
  /// The number of bytes of a connection that are sent before other connections of the loop are processed.
  static let maxBytesPerTurn = 256 << 10
  /// The minimum number of bytes that a chunk of a stream counts as.
  static let minChunkBytesPerTurn = 4 << 10
  /// The minimum number of bytes that a chunk counts as when it is sent together with others.
  static let minGatheredBytesPerTurn = 1 << 10
  /// The maximum number of bytes of short chunks that are sent together.
  static let maxGatheredBytes = 16 << 10
  /// The maximum size of a last chunk that waits whole for the end of its stream.
  static let maxHeldBytes = 16 << 10
  /// The maximum time between chunks that are sent together, in nanoseconds.
  static let maxBurstGap: Int64 = 100_000
  /// The minimum idle time of a connection that is closed in favor of another, in nanoseconds.
  static let minIdleTime: Int64 = 500_000_000
  /// The maximum number of connections that are closed at once in favor of others.
  static let maxIdleEnds = 32
  /// The number of reads of one connection before others of the loop are processed.
  static let maxReadsPerTurn = 16
  /// The number of pipelined requests of one connection before others of the loop are processed.
  static let maxRequestsPerTurn = 256

  init(
    _ limits: ServerLimits, _ timeouts: ServerTimeouts, maxHeldTime: Int64 = HeldResponses.maxWait,
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
