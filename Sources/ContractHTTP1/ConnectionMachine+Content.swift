internal import ContractHTTP

/// Content that is collected or read as it arrives, and connections that are handed to another protocol.
extension ConnectionMachine {
  /// The result of reading streamed content.
  package enum ContentStep {
    /// The content that has arrived; empty while more input is needed.
    case content([UInt8], isLast: Bool)
    /// The content is refused by protocol; no more of it can be read.
    case refuse(RequestError)
  }

  // MARK: - Decisions in

  /// The request whose head was handed out is wanted, with at most `maxBodyBytes` of content.
  ///
  /// - Parameter hasMoreInput: true when bytes behind the head are already here; the client then waits for no `100`.
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

  /// What the head alone forbids: an unknown expectation, or content over the limit.
  func refusal(maxBodyBytes: Int) -> RequestError? {
    if fields.hasUnknownExpectation && fields.minorVersion > 0 {
      return RequestError(417, "the only expectation that can be met is `100-continue`")
    }
    if case .length(let count) = framing, count > maxBodyBytes { return RequestError(413, "the content is too long") }
    return nil
  }

  var awaitsContinue: Bool { fields.expectsContinue && fields.minorVersion > 0 }

  // MARK: - Streams

  /// True while streamed content is left to be read.
  package var hasStream: Bool { stream != nil }

  /// The announced content length in bytes; nil when chunked.
  package var announcedLength: Int? { framing.contentLength }

  /// Accepts the request whose head was handed out and leaves its content to ``receiveContent(_:from:)``. The response may
  /// begin at any time. Content that is left at the end of the response closes the connection.
  ///
  /// - Parameter maxBodyBytes: the maximum content length in bytes; nil for no limit.
  package mutating func acceptStream(maxBodyBytes: Int?) -> Step {
    defer { wait = currentWait }
    guard case .deciding = state else { return .needsInput }
    state = .awaitingResponse
    let maxBytes = maxBodyBytes ?? .max
    if let error = refusal(maxBodyBytes: maxBytes) { return .refuse(error) }
    stream = ContentReader.reader(for: framing, limits: limits, maxContentBytes: maxBytes)
    owesContinue = stream != nil && awaitsContinue
    return .streamedRequest
  }

  /// Returns true once, before the first read, for a client that waits for `100 (Continue)`.
  package mutating func takeContinue() -> Bool {
    guard owesContinue, case .awaitingResponse = state else { return false }
    owesContinue = false
    return true
  }

  /// Reads streamed content from `input` and moves `position` past the bytes that were used.
  package mutating func receiveContent(_ input: Span<UInt8>, from position: inout Int) -> ContentStep {
    guard var reader = stream.take() else { return .content([], isLast: true) }
    do {
      let progress = try reader.read(input, from: &position)
      let bytes = reader.takeBytes()
      guard case .complete = progress else {
        stream = consume reader
        return .content(bytes, isLast: false)
      }
      hasUnreadContent = false
      return .content(bytes, isLast: true)
    } catch {
      closeAfterResponse()
      return .refuse(error)
    }
  }

  /// Ends the reading of streamed content: the client is too slow, or has finished before its end.
  package mutating func failContent() {
    stream = nil
    closeAfterResponse()
  }

  /// Hands the connection to another protocol after `101 (Switching Protocols)`.
  ///
  /// - Returns: the form of the 101; nil for a request that cannot be upgraded: one with content, or of HTTP/1.0.
  package mutating func upgrade(to name: String) -> ResponsePlan? {
    guard case .deciding = state, framing == .none, minorVersion > 0 else { return nil }
    state = .closed
    wait = currentWait
    return ResponsePlan(framing: .none, persistence: .upgrade(to: name))
  }
}
