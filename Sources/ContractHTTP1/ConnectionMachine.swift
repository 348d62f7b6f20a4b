package import ContractHTTP

/// One server connection as a value: bytes and decisions go in, steps come out. It does no I/O and knows no clock, no
/// sockets and no contracts.
///
/// One request is worked on at a time; the next pipelined one is looked at when the answer before it is queued. A
/// request's way:
///
/// ```
/// readingHead ─ receive → .head ─ accept → readingContent ─ receive → .request ─ beginResponse → responding
///      ↑                    └──── beginResponse (early answer) → responding                          │
///      └──────────── endResponse → .next ← discarding the rest of the content ←──────────────────────┘
/// ```
///
/// Everything that ends the connection goes through `closed`, in which nothing is read as HTTP any more.
package struct ConnectionMachine {
  package enum Step {
    /// The input is used up.
    case needsInput
    /// A valid head: answer with ``accept(maxBodyBytes:hasMoreInput:)`` or ``beginResponse(_:)``.
    case head(RequestHead, contentLength: Int?)
    /// Send `100 (Continue)`, then go on receiving.
    case sendContinue
    /// The whole content has arrived: answer with ``beginResponse(_:)``.
    case request(content: [UInt8])
    /// The request is refused by protocol: answer with ``beginResponse(_:)``.
    case refuse(RequestError)
    /// Nothing more will come of this connection: close it.
    case close
  }

  /// How an answer travels.
  package struct ResponsePlan: Equatable {
    package let framing: ResponseFraming
    package let persistence: ResponseSerializer.Persistence
  }

  /// What follows an answer.
  package enum Next: Equatable {
    /// Go on receiving.
    case receive
    /// Close, leaving the client time to read the answer (RFC 9112 §9.6).
    case close
  }

  enum State {
    /// Between requests, or inside a head. Only `receive` and `endOfInput` are legal.
    case readingHead
    /// A head was handed out. Only `accept` and `beginResponse` are legal.
    case deciding
    /// The request was accepted. Only `receive` and `endOfInput` are legal.
    case readingContent
    /// A request or a refusal was handed out. Only `beginResponse` is legal; content that is not read yet is in
    /// `unread`.
    case awaitingResponse
    /// An answer is under way. Only `endResponse` is legal.
    case responding
    /// The answer is out and the rest of its request's content is thrown away. As in `readingHead`.
    case discarding
    /// Nothing is read as HTTP any more.
    case closed
  }

  /// What the machine waits for, kept beside the state so that asking for it copies nothing.
  package enum Wait: Sendable, Equatable {
    /// The first byte of a request: closing the connection loses nothing.
    case request
    /// The rest of a head.
    case head
    /// Content that is read or thrown away, or a decision.
    case other
  }

  /// What the machine waits for.
  package private(set) var wait = Wait.request

  private let limits: HTTP1Limits
  private var parser: RequestParser
  private var state = State.readingHead
  /// Content that is being read or thrown away. Not in the state, where changing it would copy the bytes.
  private var reader: ContentReader?
  private var framing = BodyFraming.none
  private var fields = ConnectionFields()
  private var isHead = false
  /// Content of the current request that nobody has read.
  private var hasUnreadContent = false
  private var requests = 0
  private var mustClose = false

  /// - Parameter heads: where heads have their memory from.
  package init(limits: HTTP1Limits = HTTP1Limits(), heads: RequestHeadPool = RequestHeadPool()) {
    self.limits = limits
    self.parser = RequestParser(limits: limits, heads: heads)
  }

  /// The minor version of the request that is being answered; 1 between requests.
  package var minorVersion: Int { Int(fields.minorVersion) }

  /// The bytes of memory that hold content of the current request: at most its limit.
  package var heldContentBytes: Int { reader?.heldBytes ?? 0 }

  private var currentWait: Wait {
    guard case .readingHead = state else { return .other }
    return parser.isIdle ? .request : .head
  }

  /// Makes the answer to the current request, or to the next one, the last.
  package mutating func closeAfterResponse() {
    mustClose = true
  }

  // MARK: - Bytes in

  /// Takes bytes from `input` and moves `position` behind those that were used. Legal while reading.
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

  /// The peer will send nothing more. Legal while reading, after all its bytes were received.
  package mutating func endOfInput() -> Step {
    defer { wait = currentWait }
    switch state {
    case .readingHead where !parser.isIdle:
      return failInHead(.malformed("the connection ended inside the request's head"))
    case .readingContent:
      return fail(.malformed("the connection ended inside the request's content"))
    case .readingHead, .discarding, .closed:
      state = .closed
      return .close
    case .deciding, .awaitingResponse, .responding:
      mustClose = true
      return .needsInput
    }
  }

  /// The peer was too slow. Legal while reading.
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
    if method == HTTPMethod.connect.code { return fail(RequestError(501, "this server is no proxy")) }
    hasUnreadContent = framing != .none
    state = .deciding
    return .head(head, contentLength: framing.contentLength)
  }

  private mutating func read(_ input: Span<UInt8>, from position: inout Int) -> Step {
    var content: [UInt8] = []
    // Taken out while it reads, so that its bytes are moved and not copied.
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

  /// Throws content away; nil when it has ended and the next head may follow.
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

  /// A refusal of what is no head yet. To a HEAD request it has no content either (RFC 9110 §9.3.2).
  private mutating func failInHead(_ error: RequestError) -> Step {
    isHead = parser.isHead
    return fail(error)
  }

  /// A refusal after which the connection's bytes have no meaning.
  private mutating func fail(_ error: RequestError) -> Step {
    mustClose = true
    reader = nil
    state = .awaitingResponse
    return .refuse(error)
  }

  // MARK: - Decisions in

  /// The request whose head was handed out is wanted, with at most `maxBodyBytes` of content.
  ///
  /// - Parameter hasMoreInput: true when bytes behind the head are already here; the client then waits for no `100`.
  package mutating func accept(maxBodyBytes: Int, hasMoreInput: Bool) -> Step {
    defer { wait = currentWait }
    guard case .deciding = state else { return .needsInput }
    if fields.hasUnknownExpectation && fields.minorVersion > 0 {
      state = .awaitingResponse
      return .refuse(RequestError(417, "the only expectation that can be met is `100-continue`"))
    }
    if case .length(let count) = framing, count > maxBodyBytes {
      state = .awaitingResponse
      return .refuse(RequestError(413, "the content is too long"))
    }
    if framing == .none {
      state = .awaitingResponse
      return .request(content: [])
    }
    reader = ContentReader.reader(for: framing, limits: limits, maxContentBytes: maxBodyBytes)
    state = .readingContent
    return awaitsContinue && !hasMoreInput ? .sendContinue : .needsInput
  }

  private var awaitsContinue: Bool { fields.expectsContinue && fields.minorVersion > 0 }

  /// An answer is about to be written. Legal whenever a head, a request or a refusal was handed out.
  package mutating func beginResponse(_ response: HTTPResponse) -> ResponsePlan {
    defer { wait = currentWait }
    let framing = ResponseFraming(
      status: response.status, body: response.body, isHead: isHead, minorVersion: Int(fields.minorVersion))
    if framing == .untilClose || fields.asksToClose || !canPassUnreadContent { mustClose = true }
    if fields.minorVersion == 0 && !fields.asksToKeepAlive { mustClose = true }
    state = .responding
    let persistence: ResponseSerializer.Persistence =
      mustClose ? .close : fields.minorVersion == 0 ? .keepAlive : .implied
    return ResponsePlan(framing: framing, persistence: persistence)
  }

  /// True when what is left of the request's content is little enough to read and throw away. A client that waits for
  /// `100` may or may not send it after another answer, so there the connection has to end (RFC 9110 §10.1.1).
  private var canPassUnreadContent: Bool {
    guard hasUnreadContent else { return true }
    guard !awaitsContinue else { return false }
    if case .length(let count) = framing { return count <= limits.maxDiscardedBytes }
    return true
  }

  /// The answer has been queued in full, or cut off when `isComplete` is false.
  package mutating func endResponse(isComplete: Bool = true) -> Next {
    defer { wait = currentWait }
    guard isComplete, !mustClose else {
      state = .closed
      return .close
    }
    if hasUnreadContent {
      reader = ContentReader.reader(for: framing, limits: limits, maxContentBytes: limits.maxDiscardedBytes)
    }
    state = reader == nil ? .readingHead : .discarding
    hasUnreadContent = false
    isHead = false
    fields = ConnectionFields()
    return .receive
  }
}
