internal import ContractHTTP

/// Accepting requests: collected and streamed bodies, and other protocols.
extension ConnectionMachine {
  /// The result of reading a streamed body.
  package enum ContentStep {
    /// Received bytes; empty while more input is needed.
    case content([UInt8])
    /// The last bytes, and the `Content-Digest` of the trailer section.
    case lastContent([UInt8], digest: String?)
    /// The body violates the protocol. No more of it can be read.
    case refuse(RequestError)
  }

  /// Accepts the request whose head was returned, with a body of at most `maxBodyBytes`.
  ///
  /// - Parameter hasMoreInput: true when bytes after the head have already arrived. The client then does not need
  ///   `100`.
  package mutating func accept(maxBodyBytes: Int, hasMoreInput: Bool) -> Step {
    defer { wait = currentWait }
    guard case .deciding = state else { return .needsInput }
    if let error = refusal(maxBodyBytes: maxBodyBytes) {
      state = .awaitingResponse
      return .refuse(error)
    }
    if framing == .none {
      state = .awaitingResponse
      return .request(content: [])
    }
    reader = ContentReader.reader(for: framing, limits: limits, maxContentBytes: maxBodyBytes)
    state = .readingContent
    return awaitsContinue && !hasMoreInput ? .sendContinue : .needsInput
  }

  /// Returns the error of a head with an unknown expectation, or with a body over the limit.
  private func refusal(maxBodyBytes: Int) -> RequestError? {
    if fields.hasUnknownExpectation && fields.minorVersion > 0 {
      return RequestError(417, "the only supported expectation is `100-continue`")
    }
    if case .length(let count) = framing, count > maxBodyBytes { return .contentTooLarge }
    return nil
  }

  var awaitsContinue: Bool { fields.expectsContinue && fields.minorVersion > 0 }

  // MARK: - Unread bodies

  /// True when the unread body is small enough to discard. A client that waits for `100` may or may not send the body
  /// after another response, so its connection must be closed (RFC 9110 §10.1.1).
  func canPassUnreadContent(after response: HTTPResponse) -> Bool {
    guard hasUnreadContent else { return true }
    if awaitsContinue && !wasInvited { return false }
    if let stream {
      // The connection stays open for a streamed response, because the handler may read the rest of the request body while it
      // responds.
      if case .stream = response.body { return true }
      return stream.isRest(atMost: limits.maxDiscardedBytes)
    }
    if case .length(let count) = framing { return count <= limits.maxDiscardedBytes }
    return true
  }

  /// True when a streamed body was requested with `100 (Continue)`, so that the client sends it.
  private var wasInvited: Bool { stream != nil && !owesContinue }

  // MARK: - Streamed bodies

  /// True while the rest of a body is discarded.
  package var isDiscarding: Bool {
    if case .discarding = state { true } else { false }
  }

  /// True while a streamed body is not read completely.
  package var hasStream: Bool { stream != nil }

  /// The announced length of the body in bytes; nil when chunked.
  package var announcedLength: Int? { framing.contentLength }

  /// Accepts the request whose head was returned, with a body to be read by ``receiveContent(_:from:)``. The response may begin
  /// at any time. After it, up to ``HTTP1Limits/maxDiscardedBytes`` of the body are discarded; a longer rest closes the
  /// connection.
  ///
  /// - Parameter maxBodyBytes: the maximum length of the body in bytes; nil for no limit.
  package mutating func acceptStream(maxBodyBytes: Int?) -> Step {
    let maxBytes = maxBodyBytes ?? .max
    if case .deciding = state, let error = refusal(maxBodyBytes: maxBytes) {
      state = .awaitingResponse
      wait = currentWait
      return .refuse(error)
    }
    return stream(upTo: maxBytes)
  }

  /// Accepts the request whose head was returned, like ``acceptStream(maxBodyBytes:)``, but without checking its
  /// expectation and length. The handler checks both.
  package mutating func passStream() -> Step { stream(upTo: .max) }

  private mutating func stream(upTo maxBytes: Int) -> Step {
    defer { wait = currentWait }
    guard case .deciding = state else { return .needsInput }
    state = .awaitingResponse
    stream = ContentReader.reader(for: framing, limits: limits, maxContentBytes: maxBytes)
    owesContinue = stream != nil && awaitsContinue
    return .streamedRequest
  }

  /// Returns true once, before the first read and the response, if the client waits for `100 (Continue)`.
  package mutating func takeContinue() -> Bool {
    guard owesContinue, case .awaitingResponse = state else { return false }
    owesContinue = false
    return true
  }

  /// Reads a streamed body from `input` and advances `position` past the consumed bytes.
  package mutating func receiveContent(_ input: Span<UInt8>, from position: inout Int) -> ContentStep {
    guard var reader = stream.take() else { return .lastContent([], digest: nil) }
    do {
      let progress = try reader.read(input, from: &position)
      let bytes = reader.takeBytes()
      guard case .complete = progress else {
        stream = consume reader
        return .content(bytes)
      }
      hasUnreadContent = false
      return .lastContent(bytes, digest: reader.contentDigest)
    } catch {
      closeAfterResponse()
      return .refuse(error)
    }
  }

  /// Ends the reading of a streamed body: the client is too slow, or has finished sending early.
  package mutating func failContent() {
    stream = nil
    closeAfterResponse()
  }

  // MARK: - Other protocols

  /// Passes the connection to another protocol after `101 (Switching Protocols)`. Legal instead of
  /// ``beginResponse(_:)`` after a head or a request was returned.
  ///
  /// - Returns: the plan of the 101; nil for a request with a body or of HTTP/1.0, which cannot switch.
  package mutating func upgrade(to name: String) -> ResponsePlan? {
    switch state {
    case .deciding, .awaitingResponse: break
    default: return nil
    }
    guard framing == .none, minorVersion > 0 else { return nil }
    state = .closed
    wait = currentWait
    parser.forgetFields()
    return ResponsePlan(framing: .none, persistence: .upgrade(to: name))
  }
}
