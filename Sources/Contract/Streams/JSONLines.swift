/// A body of JSON values, one per line (JSON Lines, NDJSON), that is sent and read while it is produced.
///
/// ```swift
/// @GET("/rows") func rows() async throws -> JSONLines<Row>
/// @POST("/rows") func load(rows: Body<JSONLines<Row>>) async throws -> Report
///
/// for try await row in try await api.rows() { … }
/// try await api.load(rows: JSONLines(rows))
/// ```
///
/// Clients send `application/jsonl`; `application/x-ndjson` is read as well. An error that the service throws in the middle of
/// a result ends it. A declared error is sent as the last line, `{"problem":{…}}`, and thrown on the client; any other error
/// breaks the connection. The maximum length of a line is `maxLineBytes` of the server's limits or of the client, by default 1
/// MiB.
public struct JSONLines<Value: Codable & Sendable>: AsyncSequence, Sendable {
  let read: @Sendable () async throws -> Value?

  /// Creates lines from a sequence of values, which is iterated once.
  public init<Values: AsyncSequence & Sendable>(_ values: Values) where Values.Element == Value {
    let reader = SequenceReader(values)
    read = { try await reader.next() }
  }

  /// Creates lines from values in memory.
  public init(_ values: [Value]) {
    let rest = Lock(values[...])
    read = { rest.withLock { $0.popFirst() } }
  }

  init(reading read: @escaping @Sendable () async throws -> Value?) { self.read = read }

  /// Returns an iterator over the values.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

  /// An iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let read: @Sendable () async throws -> Value?

    /// Returns the next value; nil at the end.
    ///
    /// - Throws: on a client, a failure that the operation declares, otherwise ``ClientError``; on a server, an error
    ///   for a line that is not a value, to which the server responds with 400.
    public mutating func next() async throws -> Value? { try await read() }
  }
}
