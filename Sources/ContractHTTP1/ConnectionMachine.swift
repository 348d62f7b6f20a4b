package import ContractHTTP

/// A server connection as a pure value: bytes and decisions go in, steps come out. It performs no I/O and knows nothing
/// of clocks, sockets or contracts.
///
/// It processes one request at a time; a pipelined request is parsed once the previous response is queued. The path of
/// a request:
///
/// ```
/// readingHead ─ receive → .head ─ accept → readingContent ─ receive → .request ─ beginResponse → responding
///      ↑                    └──── beginResponse (early response) → responding                        │
///      └──────────── endResponse → .next ← discarding the rest of the body ←─────────────────────────┘
/// ```
///
/// Every path that ends the connection leads to `closed`, in which input is ignored.
package struct ConnectionMachine {
  package enum Step: ~Copyable {
    /// The input is used up.
    case needsInput
    /// A valid head. Call ``accept(maxBodyBytes:hasMoreInput:)`` or ``beginResponse(_:)``.
    case head(RequestHead, contentLength: Int?)
    /// Send `100 (Continue)`, then continue to receive.
    case sendContinue
    /// The whole body has arrived. Call ``beginResponse(_:)``.
    case request(content: [UInt8])
    /// The body can be read with ``receiveContent(_:from:)``, before and during the response.
    case streamedRequest
    /// The request violates the protocol. Call ``beginResponse(_:)`` with an error response.
    case refuse(RequestError)
    /// The connection is finished. Close it.
    case close
  }

  /// The framing and persistence of a response.
  package struct ResponsePlan: Equatable {
    package let framing: ResponseFraming
    package let persistence: ResponseSerializer.Persistence
  }

  /// The action after a response.
  package enum Next: Equatable {
    /// Continue to receive.
    case receive
    /// Close the connection, but give the client time to read the response (RFC 9112 §9.6).
    case close
  }

  enum State {
    /// Between requests or within a head. Only `receive` and `endOfInput` are legal.
    case readingHead
    /// A head was returned. Only the functions that accept a request, `beginResponse` and `upgrade` are legal.
    case deciding
    /// The request was accepted. Only `receive` and `endOfInput` are legal.
    case readingContent
    /// A request or a refusal was returned. Only `beginResponse` and `upgrade` are legal. The body may be unread.
    case awaitingResponse
    /// A response is being sent. Only `endResponse` is legal.
    case responding
    /// The response was sent, and the rest of the request body is being discarded. Only `receive` and `endOfInput` are
    /// legal.
    case discarding
    /// Input is ignored.
    case closed
  }

  /// The event that the machine waits for, stored apart from the state so that reading it copies nothing.
  package enum Wait: Sendable, Equatable {
    /// The first byte of a request. Closing the connection now loses nothing.
    case request
    /// The rest of a head.
    case head
    /// Body bytes to read or discard, or a decision.
    case other
  }

  /// The event that the machine waits for.
  package internal(set) var wait = Wait.request

  let limits: HTTP1Limits
  var parser: RequestParser
  var state = State.readingHead
  /// The reader of the body to read or discard. Stored apart from the state, where a change would copy its bytes.
  var reader: ContentReader?
  var framing = BodyFraming.none
  private(set) var fields = ConnectionFields()
  private var isHead = false
  /// True when the body of the current request has not been read.
  var hasUnreadContent = false
  private var requests = 0
  private var mustClose = false
  /// The reader of a body that is read as it arrives.
  var stream: ContentReader?
  /// True while the client of a streamed body waits for `100 (Continue)`.
  var owesContinue = false

  /// - Parameter memory: the source of memory for heads.
  package init(limits: HTTP1Limits = HTTP1Limits(), memory: MessageMemory = MessageMemory()) {
    self.limits = limits
    self.parser = RequestParser(limits: limits, memory: memory)
  }

  /// The minor version of the current request; 1 between requests.
  package var minorVersion: Int { Int(fields.minorVersion) }

  /// True when the connection is to be closed and input is ignored.
  package var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// The memory held for the body of the current request, in bytes; at most its limit.
  package var heldContentBytes: Int { reader?.heldBytes ?? 0 }

  var currentWait: Wait {
    guard case .readingHead = state else { return .other }
    return parser.isIdle ? .request : .head
  }

  /// Closes the connection after the response to the current request or, between requests, to the next one.
  package mutating func closeAfterResponse() {
    mustClose = true
  }

  // MARK: - Bytes in

  /// Consumes bytes from `input` and advances `position` past them. Legal while reading.
  package mutating func receive(_ input: Span<UInt8>, from position: inout Int) -> Step {
    defer { wait = currentWait }
    while true {
      switch state {
      case .readingHead:
        let outcome = parser.parse(input, from: &position)
        switch consume outcome {
        case .needsInput: return .needsInput
        case .invalid(let error): return failInHead(error)
        case .head(let head, let fields): return begin(consume head, fields)
        }
      case .readingContent:
        return read(input, from: &position)
      case .discarding:
        if let step = discard(input, from: &position) { return step }
      case .closed:
        position = input.count
        return .needsInput
      case .deciding, .awaitingResponse, .responding:
        return .needsInput
      }
    }
  }

  /// Processes the end of the input. Legal while reading, after all bytes were received.
  package mutating func endOfInput() -> Step {
    defer { wait = currentWait }
    switch state {
    case .readingHead where !parser.isIdle:
      return failInHead(.malformed("the connection ended within the request head"))
    case .readingContent:
      return fail(.malformed("the connection ended within the request body"))
    case .readingHead, .discarding, .closed:
      state = .closed
      return .close
    case .deciding, .awaitingResponse, .responding:
      mustClose = true
      return .needsInput
    }
  }

  /// Processes a timeout of the peer. Legal while reading.
  package mutating func timeOut() -> Step {
    defer { wait = currentWait }
    switch state {
    case .readingHead where !parser.isIdle:
      return failInHead(.tooSlow)
    case .readingContent:
      return fail(.tooSlow)
    case .deciding, .awaitingResponse, .responding:
      return .needsInput
    case .readingHead, .discarding, .closed:
      state = .closed
      return .close
    }
  }

  private mutating func begin(_ head: consuming RequestHead, _ fields: ConnectionFields) -> Step {
    self.fields = fields
    let method = head.line.methodCode
    isHead = method == HTTPMethod.head.code
    requests += 1
    if let maxRequests = limits.maxRequests, requests >= maxRequests { mustClose = true }
    do {
      framing = try BodyFraming(fields)
    } catch {
      return fail(error)
    }
    if method == HTTPMethod.connect.code { return fail(RequestError(501, "CONNECT is not supported by this server")) }
    hasUnreadContent = framing != .none
    state = .deciding
    return .head(head, contentLength: framing.contentLength)
  }

  private mutating func read(_ input: Span<UInt8>, from position: inout Int) -> Step {
    var content: [UInt8] = []
    // The reader is moved out while it reads, so that its bytes are not copied.
    if var reader = reader.take() {
      do {
        if try reader.read(input, from: &position) == .needsInput {
          self.reader = consume reader
          return .needsInput
        }
      } catch {
        return fail(error)
      }
      content = reader.takeBytes()
    }
    hasUnreadContent = false
    state = .awaitingResponse
    return .request(content: consume content)
  }

  /// Discards body bytes. Returns nil when the body has ended and the next head may follow.
  private mutating func discard(_ input: Span<UInt8>, from position: inout Int) -> Step? {
    do {
      let progress = try reader?.read(input, from: &position)
      reader?.bytes.removeAll(keepingCapacity: true)
      if progress == .needsInput { return .needsInput }
    } catch {
      state = .closed
      return .close
    }
    reader = nil
    state = .readingHead
    return nil
  }

  /// Refuses an incomplete or invalid head. The response to a HEAD request has no body (RFC 9110 §9.3.2).
  private mutating func failInHead(_ error: RequestError) -> Step {
    isHead = parser.isHead
    return fail(error)
  }

  /// Refuses a request after which the input can no longer be interpreted.
  mutating func fail(_ error: RequestError) -> Step {
    mustClose = true
    reader = nil
    stream = nil
    state = .awaitingResponse
    return .refuse(error)
  }

  // MARK: - Decisions in

  /// Plans a response. Legal after a head, a request or a refusal was returned.
  package mutating func beginResponse(_ response: HTTPResponse) -> ResponsePlan {
    defer { wait = currentWait }
    let framing = ResponseFraming(
      status: response.status, body: response.body, isHead: isHead, minorVersion: Int(fields.minorVersion))
    if framing == .untilClose || fields.asksToClose || !canPassUnreadContent(after: response) { mustClose = true }
    if fields.minorVersion == 0 && !fields.asksToKeepAlive { mustClose = true }
    state = .responding
    return ResponsePlan(framing: framing, persistence: persistence(offersUpgrade: response.status == .upgradeRequired))
  }

  private func persistence(offersUpgrade: Bool) -> ResponseSerializer.Persistence {
    if mustClose { return offersUpgrade ? .closeOffersUpgrade : .close }
    if fields.minorVersion == 0 { return offersUpgrade ? .keepAliveOffersUpgrade : .keepAlive }
    return offersUpgrade ? .offersUpgrade : .implied
  }

  /// Ends a response that was queued completely, or was cut off if `isComplete` is false.
  package mutating func endResponse(isComplete: Bool = true) -> Next {
    defer { wait = currentWait }
    let rest = stream.take()
    guard isComplete, !mustClose, rest?.isRest(atMost: limits.maxDiscardedBytes) != false else {
      state = .closed
      return .close
    }
    if var rest {
      rest.limitRest(to: limits.maxDiscardedBytes)
      reader = rest
    } else if hasUnreadContent {
      reader = ContentReader.reader(for: framing, limits: limits, maxContentBytes: limits.maxDiscardedBytes)
    }
    state = reader == nil ? .readingHead : .discarding
    hasUnreadContent = false
    isHead = false
    fields = ConnectionFields()
    return .receive
  }
}
