/// The typed events of a response. When they end or fail, the sequence connects again.
struct ReceivedEvents<Value: Codable & Sendable>: AsyncSequence, Sendable {
  typealias Element = ServerEvents<Value>.Event

  /// The first response.
  let response: HTTPResponse
  let operation: APIOperation
  let call: StreamCall
  let coding: EventCoding<Value>

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReceivedEvents
    private var lines: ByteLines?
    private var parser: ServerEventParser
    private var reconnection = EventReconnection(delay: .seconds(3))
    private var lastID: String?
    private var isEnded: Bool

    init(_ source: ReceivedEvents) {
      self.source = source
      parser = source.parser(after: nil)
      isEnded = source.response.status == .noContent
      lines = source.lines(of: source.response)
    }

    mutating func next() async throws -> Element? {
      while !isEnded {
        do {
          if lines == nil { try await reopen() }
          if let event = try await received() { return event }
        } catch let error as ClientError where mayFollow(error) {
          if lines == nil { reconnection.failed(error) }
        } catch {
          isEnded = true
          throw error
        }
        guard !isEnded, source.call.reconnect != nil else { break }
        reconnection.delayRequested(parser.retry)
        lastID = parser.confirmedID ?? lastID
        lines = nil
        try await pause()
      }
      isEnded = true
      lines = nil
      return nil
    }

    private func mayFollow(_ error: ClientError) -> Bool {
      !isEnded && source.call.reconnect != nil
        && EventReconnection.mayFollow(error, isConnecting: lines == nil)
    }

    /// Returns the next event of the current response; nil at its end.
    private mutating func received() async throws -> Element? {
      while let line = try await lines?.next() {
        guard let event = try parser.take(line) else { continue }
        let operation = source.operation
        if event.name == StreamFailure.name, !operation.failures.isEmpty {
          let document = Array(event.data.utf8)
          if StreamFailure.isDocument(document) { throw StreamFailure.error(document, of: operation) }
        }
        do throws(JSONContent.Unreadable) {
          return ServerEvents.Event(try source.coding.value(of: event, operation), id: event.id)
        } catch {
          throw ClientError(
            decoding: error.failures, error.cause ?? error, subject: "the data of an event", for: operation)
        }
      }
      return nil
    }

    private mutating func reopen() async throws {
      guard let reconnect = source.call.reconnect else { return }
      let response = try await reconnect(lastID)
      // If the program refuses the response, it wants no further connection.
      isEnded = true
      try source.call.inspect(response)
      isEnded = response.status == .noContent
      if isEnded { return }
      try source.operation.checkStream(response, of: .eventStream)
      reconnection.opened()
      parser = source.parser(after: lastID)
      lines = source.lines(of: response)
    }

    private mutating func pause() async throws {
      do {
        try await source.call.options.sleep(reconnection.pause)
      } catch {
        isEnded = true
        throw ClientError(
          .cancelled, stage: .exchange, "the task was cancelled", operation: source.operation, cause: error)
      }
    }
  }

  private func parser(after id: String?) -> ServerEventParser {
    ServerEventParser(maxDataBytes: call.options.maxEventBytes, after: id, of: operation)
  }

  private func lines(of response: HTTPResponse) -> ByteLines {
    let maxBytes = ServerEventParser.maxLineBytes(call.options.maxEventBytes)
    return ByteLines(
      ByteStream(response, of: operation), LineSplitter(.any, maxLineBytes: maxBytes, of: operation))
  }
}

extension APIOperation {
  /// Checks the response of a stream.
  ///
  /// - Throws: a failure that the operation declares, or ``ClientError`` with the code `unexpected` for any other status and
  ///   for another media type.
  func checkStream(_ response: HTTPResponse, of mediaTypes: MediaType...) throws {
    guard isSuccess(response.status) else {
      if let failure = declaredFailure(in: response) { throw failure }
      throw ClientError(unexpected: response, for: self)
    }
    let essence = response.mediaType?.essence
    guard let essence, mediaTypes.contains(where: { $0.essence == essence }) else {
      let wanted = mediaTypes.first?.essence ?? ""
      throw ClientError(
        .unexpected, stage: .decode, "expected \(wanted), got \(essence ?? "a body without a media type")",
        operation: self)
    }
  }
}
