internal import Contract
internal import ContractLoop

/// The events of a stream that reconnects when it ends or fails (WHATWG HTML §9.2.3).
///
/// A call that is not idempotent, such as a POST without `idempotent()`, or whose body can be read only once, is made
/// only once: its events end with the body of the response, and a failure of the stream is thrown.
///
/// Each request sends the last received ID in `Last-Event-ID`. The server ends the events with 204. A reconnection with
/// the status 429, 502, 503 or 504 is tried again, and so is a reconnection without a response. Any other status that
/// is not a success is thrown, and so is a body whose type is not `text/event-stream`. The server sets the delay before
/// a reconnection, limited to 100 ms to 1 h. Each failed attempt doubles the delay, up to one minute.
public struct ReconnectingEvents: AsyncSequence, Sendable {
  let client: APIClient
  let delay: Duration
  let location: CallLocation

  /// Returns an iterator that connects to the server.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// An iterator over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReconnectingEvents
    private var events: ResponseEvents.AsyncIterator?
    private var reconnection: EventReconnection
    private var lastID: String?
    private var isFirst = true
    private var isEnded = false
    /// True for an idempotent call whose body can be sent again.
    private var mayRepeat = true
    /// The operation to name in errors, known from the first response.
    private var operation: APIOperation?

    init(source: ReconnectingEvents) {
      self.source = source
      reconnection = EventReconnection(delay: source.delay)
    }

    /// Returns the next event; nil when the server ends the events.
    ///
    /// - Throws: The client's error for a response that is not a success, `ClientError` with the code `unexpected` for
    ///   a body that is not an event stream, the error of a failed first connection, and `ClientError` with the code
    ///   `cancelled` if the task is cancelled.
    public mutating func next() async throws -> ServerEvent? {
      while !isEnded {
        do {
          if events == nil { try await open() }
          if let event = try await events?.next() { return event }
        } catch let error as ClientError where EventReconnection.mayFollow(error, isConnecting: events == nil) {
          isEnded = !mayRepeat
          if isFirst || !mayRepeat { throw error }
          if events == nil { reconnection.failed(error) }
        }
        if isEnded || !mayRepeat { break }
        reconnection.delayRequested(events?.retry)
        lastID = events?.lastID ?? lastID
        events = nil
        do {
          try await source.client.configuration.clock.sleep(reconnection.pause)
        } catch {
          throw ClientError(
            .cancelled, stage: .exchange, "the task was cancelled", operation: operation, cause: error)
        }
      }
      isEnded = true
      return nil
    }

    private mutating func open() async throws {
      var client = source.client.header("Cache-Control", "no-store")
      if !isFirst { client = client.changed { $0.draft.body = $0.draft.body.map(DraftBody.init(repeating:)) } }
      // An empty ID, or one that is not a valid header value, is not sent. Neither is the ID of the client's own header.
      if let lastID {
        let isSent = !lastID.isEmpty && HTTPFieldValue(lastID) != nil
        client = isSent ? client.header("Last-Event-ID", lastID) : client.removingHeader("Last-Event-ID")
      }
      let (response, mayRepeat) = try await client.call(
        .stream,
        as: ResponseReader<StreamedResponse, (StreamedResponse, Bool)>(accept: "text/event-stream") {
          let isIdempotent = $1.request.method.isIdempotent || $1.configuration.idempotency != nil
          return ($0, isIdempotent && $1.request.body.replayed != nil)
        },
        fileID: source.location.fileID, line: source.location.line, function: source.location.function)
      isFirst = false
      self.mayRepeat = mayRepeat
      operation = response.operation
      reconnection.opened()
      isEnded = response.status == .noContent
      guard isEnded || response.mediaType?.essence == "text/event-stream" else {
        throw ClientError(
          .unexpected, stage: .decode,
          "expected text/event-stream, got \(response.mediaType?.essence ?? "a body without a media type")",
          operation: operation)
      }
      events = response.events.makeAsyncIterator(after: lastID)
    }
  }
}

extension APIClient {
  /// Returns the events of the call, with a reconnection when they end or fail, as in a browser. A call that is not
  /// idempotent, such as a POST, or whose body can be read only once, is made only once.
  ///
  /// ```swift
  /// for try await event in client("ticks").events() { print(event.data) }
  /// ```
  ///
  /// - Parameter delay: The delay before a reconnection until the server sets another (`retry:`).
  public func events(
    delay: Duration = .seconds(3), fileID: String = #fileID, line: Int = #line, function: String = #function
  ) -> ReconnectingEvents {
    ReconnectingEvents(
      client: self, delay: delay, location: CallLocation(fileID: fileID, line: line, function: function))
  }
}
