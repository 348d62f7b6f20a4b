internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Sending.
extension Connection {
  // MARK: Streams

  /// Sends a stream chunk by chunk, as fast as the client receives it, and ends the response.
  ///
  /// - Parameter request: the request whose handler has returned the stream; it gets the stream's error.
  func send(_ stream: ByteStream, for serial: Int, of request: (any AdmittedRequest)?) async {
    let isComplete: Bool
    do {
      isComplete = try await forward(stream, for: serial)
    } catch {
      isComplete = false
      request?.streamFailed(error)
    }
    guard isStreaming(serial) else { return }
    // The stream may have run for long before it ended.
    server.loop.readClock()
    outgoing?.flush(to: &server.output)
    if isComplete && outgoing?.framing == .chunked {
      ResponseSerializer.appendLastChunk(contentDigest: stream.contentDigest?(), to: &server.output)
    }
    // Without a length or chunks, only a reset tells the client that the body is incomplete.
    if !isComplete && outgoing?.framing == .untilClose { return abort() }
    endResponse(isComplete: isComplete)
    pump()
  }

  /// Passes on the chunks of a stream. The client would consider a body with the announced length complete, so the chunk that
  /// reaches this length is sent only once the stream has ended.
  ///
  /// - Returns: false when the connection has continued or was closed.
  /// - Throws: any error of the stream; ``StreamLengthError`` when it does not have the announced length.
  private func forward(_ stream: ByteStream, for serial: Int) async throws -> Bool {
    let length = stream.length
    var sent = 0
    var last: [UInt8] = []
    if let file = stream.file, let length, isDirect, outgoing?.framing == .length(length) {
      let start = file.position
      guard await send(file, for: serial) else { return false }
      sent = file.position - start
    }
    while var chunk = try await stream.next() {
      guard isStreaming(serial) else { return false }
      sent += chunk.count
      // The client would read bytes beyond the announced length as the next response.
      if let length, sent > length { throw StreamLengthError(sent, announced: length) }
      if sent == length, !chunk.isEmpty {
        last = holdLastBytes(of: &chunk)
        if chunk.isEmpty { continue }
      }
      if chunk.count <= EngineSettings.maxBytesPerTurn {
        await pass(chunk, for: serial)
      } else {
        await passParts(of: chunk, for: serial)
      }
      guard isStreaming(serial) else { return false }
    }
    // The length is not checked if the client has disconnected, because the stream may have ended for this reason.
    guard isStreaming(serial) else { return false }
    if let length, sent != length { throw StreamLengthError(sent, announced: length) }
    if last.isEmpty { return true }
    await pass(last, for: serial)
    return isStreaming(serial)
  }

  /// Removes and returns the bytes of the last chunk that wait for the end of the stream: the whole chunk if it is
  /// short, otherwise its last byte. If the client has finished sending, only the last byte waits, because the connection
  /// is closed if it sends nothing for a while (``ServerTimeouts/departure``).
  private func holdLastBytes(of chunk: inout [UInt8]) -> [UInt8] {
    if chunk.count <= EngineSettings.maxHeldBytes, !socket.hasPeerFinished {
      defer { chunk = [] }
      return chunk
    }
    return [chunk.removeLast()]
  }

  /// Sends a long chunk in parts, so that other connections are served in between.
  private func passParts(of chunk: [UInt8], for serial: Int) async {
    var start = 0
    while start < chunk.count, isStreaming(serial) {
      let end = min(start + EngineSettings.maxBytesPerTurn, chunk.count)
      await pass(Array(chunk[start..<end]), for: serial)
      start = end
    }
  }

  /// Sends a chunk, now or together with those that follow directly.
  private func pass(_ chunk: [UInt8], for serial: Int) async {
    guard let outgoing else { return }
    guard queue.count < EngineSettings.highWatermark, outgoing.gather(chunk, at: server.loop.readClock()) else {
      outgoing.write(chunk, to: &server.output)
      return await sendOutput(chunk.count)
    }
    if outgoing.needsFlush() { server.loop.execute { [self] in sendGathered(for: serial) } }
    if outgoing.hasSent(chunk.count, atLeast: EngineSettings.minGatheredBytesPerTurn) { await Task.yield() }
  }

  /// Sends the gathered chunks of a stream, unless its end has already sent them.
  private func sendGathered(for serial: Int) {
    guard isStreaming(serial) else { return }
    outgoing?.scheduledFlush(to: &server.output)
    settle()
  }

  /// Sends the heartbeat of a silent stream. Another thread may have produced the next chunk already.
  func writeHeartbeat() {
    guard state == .streaming, queue.isEmpty, let heartbeat = outgoing?.heartbeat else { return }
    let bytes = heartbeat.bytes()
    if !bytes.isEmpty { outgoing?.write(bytes, to: &server.output) }
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
      return sendingFails()
    }
    if let outgoing, queue.count < EngineSettings.highWatermark / 2 { outgoing.resumeWriter() }
  }

  /// Sends a body after the output, without copying it. The rest of a large body is sent in later iterations of the loop.
  func send(_ body: [UInt8]) {
    do {
      guard queue.isEmpty else {
        moveOutputToQueue(from: 0)
        queue.append(body)
        return
      }
      let limit = EngineSettings.maxBytesPerTurn
      let sent = countSent(try kernel.send(socket.raw, server.output, then: body, upTo: limit))
      queue.countSent(sent)
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

  /// Sends queued bytes until the socket accepts no more: only then does epoll report that it accepts bytes again. If other
  /// connections are due before that, this one continues in the next iteration.
  func sendQueue() throws(SystemError) {
    if queue.isEmpty { return }
    let waiting = queue.count
    if try queue.send(to: socket.raw, through: kernel) { timing.sent(waiting - queue.count) }
    if queue.isPaused && !queue.isEmpty { continueLater() }
  }

  func moveOutputToQueue(from start: Int) {
    if start < server.output.count { queue.append(Array(server.output[start...])) }
    server.output.removeAll(keepingCapacity: server.output.capacity <= EngineSettings.maxKeptCapacity)
  }
}
