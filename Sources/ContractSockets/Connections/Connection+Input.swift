internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Input for handlers: streamed bodies, and the bytes of other protocols.
extension Connection {
  /// The input that a handler waits for.
  var awaitedInput: HandlerInput? {
    guard let input, input.isAwaited else { return nil }
    return input
  }

  @inline(__always) var isInputAwaited: Bool { input != nil && input?.isAwaited == true }

  @inline(__always) var isInputOpen: Bool { input != nil && input?.isOpen == true }

  /// The body of the current request as a stream that reads from the connection.
  var streamedBody: ByteStream {
    let serial = request.serial
    // Only a chunked body has trailer fields.
    guard http.machine.announcedLength == nil, let digest = input?.awaitDigest() else {
      return ByteStream(length: http.machine.announcedLength) { [self] in try await nextInput(for: serial) }
    }
    return ByteStream(length: nil, mediaType: nil) {
      digest.withLock { $0 }
    } next: { [self] in
      try await nextInput(for: serial)
    }
  }

  /// Returns the next bytes for the handler of a request; nil at the end.
  func nextInput(for serial: Int) async throws -> [UInt8]? {
    // The read moves to the loop, because the handler may run on another executor.
    guard server.loop.isCurrent else {
      return try await withTaskExecutorPreference(server.loop) { try await self.awaitInput(for: serial) }
    }
    return try await awaitInput(for: serial)
  }

  private func awaitInput(for serial: Int) async throws -> [UInt8]? {
    guard server.loop.isCurrent, serial == request.serial else { throw RequestContentError("the request has ended") }
    if isInputRead { return nil }
    if http.machine.takeContinue(), pending.isEmpty {
      // The line is queued here, because all connections share the output, and others may run before this one continues.
      queue.append(ResponseSerializer.continueLine)
    }
    // A second reader is an error of the handler, not of the client.
    if isInputAwaited { throw SecondReaderError() }
    let wait = (input?.waits ?? 0) + 1
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The handler may have run for long before it reads.
        guard let input, input.wait(continuation, since: server.loop.readClock()) else {
          return continuation.resume(throwing: RequestContentError("the request has ended"))
        }
        // The call is deferred, because the handler's task has not suspended yet.
        server.loop.execute { self.pump() }
      }
    } onCancel: {
      // The cancellation moves to the loop, because any thread may cancel, even before the reader waits.
      server.loop.execute { self.cancelInput(wait, for: serial) }
    }
  }

  /// Ends the wait of a reader whose task is cancelled.
  private func cancelInput(_ wait: Int, for serial: Int) {
    guard serial == request.serial, input?.cancel(wait, at: server.now) == true else { return }
    // The timeout for the body ends, because the client need not send anything until the next read.
    armTimer()
  }

  /// True when the handler has read everything.
  private var isInputRead: Bool {
    switch state {
    case .handling, .streaming: !http.machine.hasStream
    case .upgraded: !isInputOpen
    default: false
    }
  }

  /// Returns received bytes to the handler that waits for them.
  ///
  /// - Returns: the offset of the first unprocessed byte.
  func deliver(_ bytes: Span<UInt8>, from start: Int) -> Int {
    guard let input else { return start }
    if state == .upgraded {
      // SAFETY: the pointer is used only during the call, to copy the bytes.
      input.deliver(bytes.extracting(start..<bytes.count).withUnsafeBufferPointer { Array($0) }, at: server.now)
      return bytes.count
    }
    var position = start
    switch http.machine.receiveContent(bytes, from: &position) {
    case .content(let content):
      if !content.isEmpty {
        input.deliver(content, at: server.now)
        handlerHasReceived()
      }
    case .lastContent(let content, let digest):
      input.receive(digest: digest)
      if !content.isEmpty { input.deliver(content, at: server.now) }
      // After the last bytes no reader waits, and the next read returns nil.
      input.deliver(nil, at: server.now)
      handlerHasReceived()
    case .refuse(let error):
      failInput(error)
    }
    return position
  }

  /// Called when the client has finished sending while the handler waits for bytes.
  func endOfAwaitedInput() {
    if state == .upgraded, let input { return input.deliver(nil, at: server.now) }
    failInput(.malformed("the connection ended within the request body"))
  }

  /// Ends the reading of a body with an error, and refuses the request unless its response has begun.
  func failInput(_ error: RequestError) {
    http.machine.failContent()
    let isResponding = state == .streaming
    input?.fail(RequestContentError(error.reason))
    if isResponding { abort() } else { refuseHandled(error.status, error.reason) }
  }
}
