/// A result that is a stream of server-sent events (`text/event-stream`, WHATWG HTML §9.2) with typed data.
///
/// ```swift
/// @GET("/ticks") func ticks(lastEventID: Header<String?>) async throws -> ServerEvents<Tick>
///
/// func ticks(lastEventID: String?) async throws -> ServerEvents<Tick> {       // a service
///   ServerEvents(feed.ticks(after: lastEventID)) { "\($0.number)" }
/// }
/// for try await tick in try await api.ticks() { … }                           // a client
/// ```
///
/// The data of an event is JSON; for `String` it is the text. The type of an event is the tag of a `@Tagged` enumeration,
/// whose content, if it has one, is then the data.
///
/// A client connects again with `Last-Event-ID` when the stream ends or fails, if the call is idempotent. A status of 204 ends
/// the sequence. An error that the service throws in the middle also ends the sequence: a declared error is thrown on the
/// client, and any other error breaks the connection.
public struct ServerEvents<Value: Codable & Sendable>: AsyncSequence, Sendable {
  /// A value with the properties of its event.
  public struct Event: Sendable {
    /// The value.
    public var value: Value
    /// The id that a client sends in `Last-Event-ID` when it connects again. A received event has the last id so far.
    /// It must not contain NUL, CR or LF.
    public var id: String?
    /// The delay before a client connects again; nil leaves it unchanged. A received event has none.
    public var retry: Duration?

    /// Creates an event.
    public init(_ value: Value, id: String? = nil, retry: Duration? = nil) {
      self.value = value
      self.id = id
      self.retry = retry
    }
  }

  let read: @Sendable () async throws -> Event?
  /// The silence after which the server sends a comment; nil for none.
  let heartbeat: Duration?

  /// Creates events from a sequence of values, which is iterated once.
  ///
  /// - Parameters:
  ///   - heartbeat: the silence after which the server sends a comment, so that proxies keep the connection; nil for none.
  ///     Default: 15 s.
  ///   - id: returns the id of an event. Default: no ids.
  public init<Values: AsyncSequence & Sendable>(
    _ values: Values, heartbeat: Duration? = .seconds(15), id: (@Sendable (Value) -> String)? = nil
  ) where Values.Element == Value {
    let reader = SequenceReader(values)
    self.init(heartbeat: heartbeat) { try await reader.next().map { Event($0, id: id?($0)) } }
  }

  /// Creates events from a sequence of events, which is iterated once.
  ///
  /// - Parameter heartbeat: the silence after which the server sends a comment; nil for none. Default: 15 s.
  public init<Events: AsyncSequence & Sendable>(
    events: Events, heartbeat: Duration? = .seconds(15)
  ) where Events.Element == Event {
    let reader = SequenceReader(events)
    self.init(heartbeat: heartbeat) { try await reader.next() }
  }

  init(heartbeat: Duration?, read: @escaping @Sendable () async throws -> Event?) {
    self.heartbeat = heartbeat
    self.read = read
  }

  /// The events with their ids. This sequence shares its one reader with the values.
  public var events: Events { Events(read: read) }

  /// Returns an iterator over the values.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

  /// An iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let read: @Sendable () async throws -> Event?

    /// Returns the next value; nil at the end.
    ///
    /// - Throws: a failure that the operation declares, otherwise ``ClientError``.
    public mutating func next() async throws -> Value? { try await read()?.value }
  }

  /// The events of a stream with their ids.
  public struct Events: AsyncSequence, Sendable {
    fileprivate let read: @Sendable () async throws -> Event?

    /// Returns an iterator over the events.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

    /// An iterator over the events.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
      fileprivate let read: @Sendable () async throws -> Event?

      /// Returns the next event; nil at the end.
      ///
      /// - Throws: a failure that the operation declares, otherwise ``ClientError``.
      public mutating func next() async throws -> Event? { try await read() }
    }
  }
}
