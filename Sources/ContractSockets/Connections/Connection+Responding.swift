internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Handlers and their responses.
extension Connection {
  // MARK: Handlers

  /// Assigns the request to a worker. Returns false when no response is awaited.
  @inline(__always)
  func startHandler(_ worker: HandlerWorker, _ activity: LoopActivity) -> Bool {
    guard state == .handling, request.start(worker) else { return false }
    activity.run(tag: request.tag)
    return true
  }

  /// Returns the body for the handler: collected, or read as it arrives.
  @inline(__always)
  func takeBody() -> HTTPBody { input == nil ? request.takeBody() : .stream(streamedBody) }

  /// True when the response to a request is awaited and has not begun.
  @inline(__always)
  private func awaitsResponse(to serial: Int) -> Bool { state == .handling && serial == request.serial }

  /// Sends the response of a handler, unless the response is late: after a timeout, or after the client has disconnected.
  /// Returns a stream for the worker to send with ``send(_:for:of:)``.
  func deliver(_ response: HTTPResponse, for serial: Int) -> ByteStream? {
    guard awaitsResponse(to: serial) else { return nil }
    if queue.isEmpty, response.isShort, server.mayHoldResponse() {
      hold(response)
      return nil
    }
    guard let stream = begin(response) else {
      pump()
      return nil
    }
    // The head is sent now, because the stream may take long, and other connections use the shared output in the meantime.
    settle()
    return stream
  }

  /// Responds without a handler.
  func respond(_ response: HTTPResponse) {
    guard let stream = begin(response) else { return }
    let serial = request.serial
    let admitted = request.admitted
    let started = Task.immediateDetached(executorPreference: server.loop) { [self] in
      await send(stream, for: serial, of: admitted)
    }
    if serial == request.serial && state == .streaming { request.puller = started }
  }

  /// Responds to a message that the engine refuses.
  func refuse(_ status: HTTPStatus, _ reason: String) {
    respond(refusal(status, reason))
  }

  private func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    request.admitted?.refusal(status, reason) ?? server.responder.refusal(status, reason, to: peer)
  }

  // MARK: Responses

  /// Writes the head of a response, and its body if that is in memory. Returns a stream to be sent.
  private func begin(_ response: HTTPResponse) -> ByteStream? {
    guard response.status.code >= 200 else {
      // A handler cannot send an interim response: the client would read the next response as the final one (RFC 9110 §15.2).
      return begin(HTTPResponse(.internalServerError))
    }
    inviteContent(before: response)
    let plan = http.machine.beginResponse(response)
    if plan.framing.hasContent, case .bytes(let bytes) = response.body, bytes.count < EngineSettings.minUncopiedBytes {
      server.write(response, as: plan, then: bytes)
      endResponse()
      return nil
    }
    guard plan.framing.hasContent else {
      server.write(response, as: plan)
      endResponse()
      return nil
    }
    if case .length(let count) = plan.framing, count < 0 {
      request.admitted?.streamFailed(StreamLengthError(0, announced: count))
      // Middleware may have changed the refusal.
      let refused = refusal(.internalServerError, StreamLengthError.refusalReason)
      return begin((refused.body.length ?? 0) < 0 ? HTTPResponse(.internalServerError) : refused)
    }
    server.write(plan.framing == .chunked ? response.announcingTrailer : response, as: plan)
    switch response.body {
    case .empty: break
    case .bytes(let bytes): send(bytes)
    case .stream(let stream):
      state = .streaming
      outgoing = StreamedOutput(plan.framing, heartbeat: stream.heartbeat)
      // All connections share the output, so nothing of this connection may stay in it while the connection waits for
      // the stream. The head is sent with the first chunk, or earlier if the chunk takes long.
      moveOutputToQueue(from: 0)
      server.loop.execute { [self] in settle() }
      return stream
    }
    endResponse()
    return nil
  }

  /// Sends the `100 (Continue)` that a client waits for, if the handler may read the request body while it responds: no interim
  /// response can follow the head of the final one.
  private func inviteContent(before response: HTTPResponse) {
    guard case .stream(let stream) = response.body, stream.file == nil, response.status.kind == .success,
      http.machine.takeContinue(), pending.isEmpty
    else { return }
    server.output += ResponseSerializer.continueLine
  }

  /// Writes a short response, which is sent together with others.
  private func hold(_ response: HTTPResponse) {
    let plan = http.machine.beginResponse(response)
    if plan.framing.hasContent, case .bytes(let bytes) = response.body {
      server.write(response, as: plan, then: bytes, isHeld: true)
    } else {
      server.write(response, as: plan, isHeld: true)
    }
    endRequest()
    _ = http.machine.endResponse(isComplete: true)
    state = .held
    server.hold(self)
  }

  // SAFETY: the bytes are in an array that the loop holds during the call. Bytes that the socket does not accept are copied.
  /// Sends a held response, or queues what the socket does not accept.
  func sendHeld(_ bytes: UnsafeRawBufferPointer) {
    guard state == .held else { return }
    if http.machine.isClosed { closeWhenSent() } else { state = .reading }
    do {
      let raw = socket.raw
      let sent = countSent(isDirect ? try SystemKernel().send(raw, bytes) : try kernel.send(raw, bytes))
      if sent == bytes.count { return }
      queue.append(Array(bytes[sent...]))
      try sendQueue()
    } catch {
      abort()
    }
  }

  func endResponse(isComplete: Bool = true) {
    guard state != .closed else { return }
    endRequest()
    switch http.machine.endResponse(isComplete: isComplete) {
    case .receive: state = .reading
    case .close: closeWhenSent()
    }
  }
}

extension HTTPResponse {
  /// The response with a `Trailer` header if a digest follows its body (RFC 9110 §6.6.2).
  fileprivate var announcingTrailer: HTTPResponse {
    guard case .stream(let stream) = body, stream.contentDigest != nil else { return self }
    var response = self
    response.fields["Trailer"] = "Content-Digest"
    return response
  }

  /// True when head and body are sent in one call and nothing is awaited.
  fileprivate var isShort: Bool {
    if status.code < 200 { return false }
    switch body {
    case .empty: return true
    case .bytes(let bytes): return bytes.count < EngineSettings.minUncopiedBytes
    case .stream: return false
    }
  }
}
