internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Bytes that a task sends chunk by chunk: a response body from a stream, or another protocol.
final class StreamedOutput {
  /// The framing of the chunks.
  let framing: ResponseFraming
  /// The bytes to send while the stream is silent; nil for none.
  let heartbeat: ByteStream.Heartbeat?
  /// The number of bytes sent since other connections had their turn.
  private var bytesSinceYield = 0
  /// The sending task while it waits for the socket.
  private var writer: CheckedContinuation<Void, Never>?
  /// True while a file is sent, which only ever waits for the socket.
  var isFile = false

  init(_ framing: ResponseFraming, heartbeat: ByteStream.Heartbeat? = nil) {
    self.framing = framing
    self.heartbeat = heartbeat
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) { writer = continuation }

  func resumeWriter() { writer.take()?.resume() }

  /// Counts sent bytes. Returns true when other connections are due. A short chunk takes as long as a longer one.
  func hasSent(_ count: Int) -> Bool {
    bytesSinceYield += max(count, EngineSettings.minChunkBytesPerTurn)
    guard bytesSinceYield >= EngineSettings.maxBytesPerTurn else { return false }
    bytesSinceYield = 0
    return true
  }
}

/// Sending.
extension Connection {
  // MARK: Streams

  /// Sends a stream chunk by chunk, as fast as the client receives it, and ends the response.
  func send(_ stream: ByteStream, for serial: Int) async {
    let isComplete: Bool
    do {
      isComplete = try await forward(stream, for: serial)
    } catch {
      isComplete = false
    }
    guard isStreaming(serial) else { return }
    if isComplete && outgoing?.framing == .chunked { server.output += ResponseSerializer.lastChunk }
    // Without a length or chunks, only a reset tells the client that the body is incomplete.
    if !isComplete && outgoing?.framing == .untilClose { return abort() }
    endResponse(isComplete: isComplete)
    pump()
  }

  /// - Returns: true when the stream had the announced length.
  private func forward(_ stream: ByteStream, for serial: Int) async throws -> Bool {
    var left = stream.length
    if let file = stream.file, let length = left, isDirect, outgoing?.framing == .length(length) {
      let start = file.position
      guard await send(file, for: serial) else { return false }
      left = length - (file.position - start)
    }
    while let chunk = try await stream.next() {
      guard isStreaming(serial) else { return false }
      if let count = left {
        // Further bytes would be read as the next response.
        guard chunk.count <= count else { return false }
        left = count - chunk.count
      }
      write(chunk)
      await sendOutput(chunk.count)
      guard isStreaming(serial) else { return false }
    }
    return left == nil || left == 0
  }

  private func write(_ chunk: [UInt8]) {
    if outgoing?.framing == .chunked {
      ResponseSerializer.appendChunk(chunk, to: &server.output)
    } else {
      server.output += chunk
    }
  }

  /// Sends the heartbeat of a silent stream. The next chunk has not been produced, because its task runs on this loop.
  func beat() {
    guard state == .streaming, queue.isEmpty, let heartbeat = outgoing?.heartbeat else { return }
    let bytes = heartbeat.bytes()
    if !bytes.isEmpty { write(bytes) }
  }

  /// Returns false when the connection has continued or was closed while the stream was awaited.
  func isStreaming(_ serial: Int) -> Bool {
    server.loop.isCurrent && serial == request.serial && state == .streaming
  }

  /// Sends the output and waits until the client has received enough of it.
  func sendOutput(_ count: Int) async {
    settle()
    if queue.count >= EngineSettings.highWatermark {
      await withCheckedContinuation { continuation in
        if let outgoing { outgoing.wait(continuation) } else { continuation.resume() }
      }
    } else if outgoing?.hasSent(count) == true {
      await Task.yield()
    }
  }

  // MARK: Socket

  /// Sends the output of this iteration after the queued bytes.
  func flush() {
    do {
      if queue.isEmpty {
        guard !server.output.isEmpty else { return }
        moveOutputToQueue(from: countSent(try server.send(socket.raw, isDirect: isDirect, through: kernel)))
      } else {
        moveOutputToQueue(from: 0)
      }
      try sendQueue()
    } catch {
      return abort()
    }
    if let outgoing, queue.count < EngineSettings.highWatermark / 2 { outgoing.resumeWriter() }
  }

  /// Sends a body after the output, without copying it.
  func send(_ body: [UInt8]) {
    do {
      guard queue.isEmpty else {
        moveOutputToQueue(from: 0)
        queue.append(body)
        return
      }
      let sent = countSent(try kernel.send(socket.raw, server.output, then: body))
      let head = server.output.count
      moveOutputToQueue(from: min(sent, head))
      queue.append(body, from: max(0, sent - head))
      try sendQueue()
    } catch {
      abort()
    }
  }

  func countSent(_ result: IOResult) -> Int {
    guard case .moved(let count) = result else { return 0 }
    timing.sent(count)
    return count
  }

  /// Sends queued bytes until the socket accepts no more: only then does epoll report that it accepts bytes again.
  func sendQueue() throws(SystemError) {
    if queue.isEmpty { return }
    let waiting = queue.count
    if try queue.send(to: socket.raw, through: kernel) { timing.sent(waiting - queue.count) }
  }

  func moveOutputToQueue(from start: Int) {
    if start < server.output.count { queue.append(Array(server.output[start...])) }
    server.output.removeAll(keepingCapacity: server.output.capacity <= EngineSettings.maxKeptCapacity)
  }
}
