internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Bytes that a task sends chunk by chunk: a response body from a stream, or another protocol.
///
/// Short chunks that a stream produces directly after each other are gathered, because a system call for each would cost more
/// than all other work. They are sent when the stream is awaited.
final class StreamedOutput {
  /// The framing of the chunks.
  let framing: ResponseFraming
  /// The bytes to send while the stream is silent; nil for none.
  let heartbeat: ByteStream.Heartbeat?
  /// The number of bytes sent since other connections were served.
  private var bytesSinceYield = 0
  /// The sending tasks while they wait for the socket: one for a body, several for other protocols.
  private var writers: [CheckedContinuation<Void, Never>] = []
  /// True while a file is sent, which waits only for the socket.
  var isFile = false
  /// The gathered chunks, framed.
  private var gathered: [UInt8] = []
  /// The time at which the stream produced its last chunk.
  private var lastChunk = LoopInstant(nanoseconds: 0)
  /// True when the gathered chunks will be sent without a further chunk.
  private var isFlushScheduled = false

  init(_ framing: ResponseFraming, heartbeat: ByteStream.Heartbeat? = nil) {
    self.framing = framing
    self.heartbeat = heartbeat
  }

  // MARK: Waiting

  func wait(_ continuation: CheckedContinuation<Void, Never>) { writers.append(continuation) }

  func resumeWriter() {
    if writers.isEmpty { return }
    let resumed = writers
    writers = []
    for writer in resumed { writer.resume() }
  }

  /// Counts sent bytes. Returns true when other connections are due.
  ///
  /// - Parameter least: the minimum number of bytes that a chunk counts as.
  func hasSent(_ count: Int, atLeast least: Int = EngineSettings.minChunkBytesPerTurn) -> Bool {
    bytesSinceYield += max(count, least)
    guard bytesSinceYield >= EngineSettings.maxBytesPerTurn else { return false }
    bytesSinceYield = 0
    return true
  }

  // MARK: Chunks

  /// Appends a chunk to `output`, after the gathered ones.
  func write(_ chunk: [UInt8], to output: inout [UInt8]) {
    flush(to: &output)
    append(chunk, to: &output)
  }

  /// Keeps a short chunk that follows another one directly.
  ///
  /// - Returns: false when the chunk must be sent now. That applies to the first chunk after a pause: it would otherwise wait
  ///   for a producer that computes for long without suspending.
  func gather(_ chunk: [UInt8], at now: LoopInstant) -> Bool {
    let isBurst = now < lastChunk.advanced(byNanoseconds: EngineSettings.maxBurstGap)
    lastChunk = now
    guard isBurst, gathered.count + chunk.count < EngineSettings.maxGatheredBytes else { return false }
    append(chunk, to: &gathered)
    return true
  }

  /// Moves the gathered chunks to `output`.
  func flush(to output: inout [UInt8]) {
    guard !gathered.isEmpty else { return }
    output += gathered
    gathered.removeAll(keepingCapacity: true)
  }

  /// Returns true when the caller has to schedule ``scheduledFlush(to:)``.
  func needsFlush() -> Bool {
    defer { isFlushScheduled = true }
    return !isFlushScheduled
  }

  /// Moves the gathered chunks to `output` while the stream is awaited. A silent stream keeps no memory for them.
  func scheduledFlush(to output: inout [UInt8]) {
    isFlushScheduled = false
    flush(to: &output)
    gathered = []
  }

  private func append(_ chunk: [UInt8], to output: inout [UInt8]) {
    if framing == .chunked { ResponseSerializer.appendChunk(chunk, to: &output) } else { output += chunk }
  }
}
