internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The bytes that a handler reads from its connection, one reader at a time.
///
/// Nothing is read from the socket before the handler waits: that is the back-pressure.
struct HandlerInput {
  private var isReading = false
  private var waiter: CheckedContinuation<[UInt8]?, any Error>?

  /// True while there may be bytes to read.
  var isOpen: Bool { isReading }
  /// True while the handler waits for bytes.
  var isAwaited: Bool { waiter != nil }

  mutating func begin() { isReading = true }

  /// Keeps who waits; false when somebody does already.
  mutating func wait(_ continuation: CheckedContinuation<[UInt8]?, any Error>) -> Bool {
    guard isReading, waiter == nil else { return false }
    waiter = continuation
    return true
  }

  /// Hands bytes to the handler, or nil at their end.
  mutating func deliver(_ bytes: [UInt8]?) {
    if bytes == nil { isReading = false }
    waiter.take()?.resume(returning: bytes)
  }

  /// Ends the reading: the request is over.
  mutating func end() { fail(RequestContentError("the request is over")) }

  mutating func fail(_ error: any Error) {
    isReading = false
    waiter.take()?.resume(throwing: error)
  }
}

/// Content, or the bytes of another protocol, cannot be read to their end.
package struct RequestContentError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension Connection {
  /// The content of the current request as its handler gets it.
  func incoming(_ content: consuming [UInt8]) -> IncomingContent {
    if phase == .upgraded { return .upgraded(UpgradedConnection(self, serial: serial)) }
    guard input.isOpen else { return .bytes(content) }
    return .stream(
      HTTPBodyStream(length: machine.announcedLength) { [self, serial] in try await nextInput(for: serial) })
  }

  /// The next bytes for the handler of a request; nil at the end.
  func nextInput(for serial: Int) async throws -> [UInt8]? {
    guard server.loop.isCurrent else {
      // A handler that runs elsewhere.
      return try await withTaskExecutorPreference(server.loop) { try await self.awaitInput(for: serial) }
    }
    return try await awaitInput(for: serial)
  }

  private func awaitInput(for serial: Int) async throws -> [UInt8]? {
    guard server.loop.isCurrent, serial == self.serial else { throw RequestContentError("the request is over") }
    if hasReadInput { return nil }
    if machine.takeContinue(), pendingStart >= pending.count { server.output += ResponseSerializer.continueLine }
    return try await withCheckedThrowingContinuation { continuation in
      guard input.wait(continuation) else {
        let error = RequestContentError("the content has one reader, and ends with its request")
        return continuation.resume(throwing: error)
      }
      // Not here, where the handler's task has not suspended yet.
      server.loop.execute { self.pump() }
    }
  }

  /// True when the handler has read everything.
  private var hasReadInput: Bool {
    switch phase {
    case .handling, .streaming: !machine.hasStream
    case .upgraded: !input.isOpen
    default: false
    }
  }

  /// Hands bytes to the handler that waits for them.
  ///
  /// - Returns: the offset after the bytes that were used.
  func deliver(_ bytes: Span<UInt8>, from start: Int) -> Int {
    if phase == .upgraded {
      // SAFETY: the pointer is only read, and only inside the call, to copy the bytes.
      input.deliver(bytes.extracting(start..<bytes.count).withUnsafeBufferPointer { Array($0) })
      return bytes.count
    }
    var position = start
    switch machine.receiveContent(bytes, from: &position) {
    case .content(let content, let isLast):
      // The end is told by the next read.
      if !content.isEmpty { input.deliver(content) } else if isLast { input.deliver(nil) }
    case .refuse(let error):
      fail(error)
    }
    return position
  }

  /// The client has finished sending while the handler waits.
  func endOfAwaitedInput() {
    if phase == .upgraded { return input.deliver(nil) }
    fail(.malformed("the connection ended inside the request's content"))
  }

  /// Streamed content cannot be read to its end.
  func fail(_ error: RequestError) {
    machine.failContent()
    let isResponding = phase == .streaming
    input.fail(RequestContentError(error.reason))
    if isResponding { abort() } else { refuseHandled(error.status, error.reason) }
  }
}
