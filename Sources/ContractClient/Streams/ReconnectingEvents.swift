internal import Contract

/// The events of a stream that is opened again when it ends or breaks off (WHATWG HTML §9.2.3).
///
/// A call that has not the same effect twice, such as a POST without `idempotent()`, is made once: its events end with its
/// content, and what breaks it off is thrown.
///
/// Each time the server learns the last id that it has given, in `Last-Event-ID`. It ends the events with 204, or with any
/// status that is no success, which is thrown; content of another type than `text/event-stream` is thrown as well. It says how long to wait before a connection; 100 ms to 1 h count, and each
/// attempt that fails doubles the wait, up to a minute.
public struct ReconnectingEvents: AsyncSequence, Sendable {
  let client: APIClient
  let delay: Duration
  let location: CallLocation

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self, retry: delay) }

  /// Pulls one event after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let source: ReconnectingEvents
    private var events: ServerEvents.AsyncIterator?
    private var retry: Duration
    private var lastID: String?
    private var isFirst = true
    private var isEnded = false
    /// True for a call that has the same effect twice, so that it may be made again.
    private var mayRepeat = true
    /// The attempts to connect that have failed since the last that did not.
    private var failures = 0

    init(source: ReconnectingEvents, retry: Duration) {
      self.source = source
      self.retry = retry
    }

    /// The next event; nil when the server wants no more connections.
    ///
    /// - Throws: what the client throws for a response that is no success, `ClientError` with the code `unexpected` for
    ///   content that is no event stream, what keeps the first connection from being
    ///   made, and `ClientError` with the code `cancelled`.
    public mutating func next() async throws -> ServerEvent? {
      while !isEnded {
        do {
          if events == nil { try await open() }
          if let event = try await events?.next() { return event }
        } catch let error as ClientError
          where error.code == .circuitOpen
          || RetryCondition.transient.holds(AttemptOutcome(.failure(error), attempt: 1))
        {
          isEnded = !mayRepeat
          if isFirst || !mayRepeat { throw error }
          if events == nil { failures += 1 }
        }
        if isEnded || !mayRepeat { break }
        retry = events?.retry ?? retry
        lastID = events?.lastID ?? lastID
        events = nil
        do {
          try await source.client.configuration.clock.sleep(ReconnectionPause.after(failures, wish: retry))
        } catch {
          throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", cause: error)
        }
      }
      isEnded = true
      return nil
    }

    private mutating func open() async throws {
      var client = source.client.header("Cache-Control", "no-store")
      // An id that no field can carry is the same as none.
      if let lastID, !lastID.isEmpty, HTTPFieldValue(lastID) != nil { client = client.header("Last-Event-ID", lastID) }
      let (response, mayRepeat) = try await client.call(
        .stream,
        as: ResponseReader<StreamedResponse, (StreamedResponse, Bool)>(accept: "text/event-stream") {
          ($0, $1.request.method.isIdempotent || $1.configuration.idempotency != nil)
        },
        fileID: source.location.fileID, line: source.location.line, function: source.location.function)
      isFirst = false
      self.mayRepeat = mayRepeat
      failures = 0
      isEnded = response.status == .noContent
      guard isEnded || response.mediaType?.essence == "text/event-stream" else {
        throw ClientError(
          .unexpected, stage: .decode,
          "expected text/event-stream, got \(response.mediaType?.essence ?? "content without a type")")
      }
      events = response.events.makeAsyncIterator()
    }
  }
}

extension APIClient {
  /// The events of the call, which is made again when they end or break off, as browsers do it; once for a call that has not
  /// the same effect twice, such as a POST.
  ///
  /// ```swift
  /// for try await event in client("ticks").events() { print(event.data) }
  /// ```
  ///
  /// - Parameter delay: how long to wait before that, until the server says something else (`retry:`).
  public func events(
    delay: Duration = .seconds(3), fileID: String = #fileID, line: Int = #line, function: String = #function
  ) -> ReconnectingEvents {
    ReconnectingEvents(
      client: self, delay: delay, location: CallLocation(fileID: fileID, line: line, function: function))
  }
}

/// How long to wait before the next connection: pure.
enum ReconnectionPause {
  /// What the server wishes, from 100 ms to 1 h, doubled for each attempt that has failed, up to a minute.
  static func after(_ failures: Int, wish: Duration) -> Duration {
    let shortest = min(max(wish, .milliseconds(100)), .seconds(3600))
    return max(shortest, min(shortest * (1 << min(failures, 10)), .seconds(60)))
  }
}
