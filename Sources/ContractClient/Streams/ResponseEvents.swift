internal import Contract

/// The events of a response. Iterate over them once. An event that is incomplete when the stream ends is dropped.
public struct ResponseEvents: AsyncSequence, Sendable {
  private let bytes: ByteStream
  private let operation: APIOperation?
  private let maxBytes: Int

  init(_ bytes: ByteStream, of operation: APIOperation?, maxBytes: Int) {
    self.bytes = bytes
    self.operation = operation
    self.maxBytes = maxBytes
  }

  /// Returns an iterator over the response.
  public func makeAsyncIterator() -> AsyncIterator { makeAsyncIterator(after: nil) }

  /// Returns an iterator over the response to a reconnection, after a connection with this last ID.
  func makeAsyncIterator(after id: String?) -> AsyncIterator {
    let maxLineBytes = ServerEventParser.maxLineBytes(maxBytes)
    return AsyncIterator(
      lines: ByteLines(bytes, LineSplitter(.any, maxLineBytes: maxLineBytes, of: operation)),
      parser: ServerEventParser(maxDataBytes: maxBytes, after: id, of: operation))
  }

  /// An iterator over the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var lines: ByteLines
    private var parser: ServerEventParser

    fileprivate init(lines: ByteLines, parser: ServerEventParser) {
      self.lines = lines
      self.parser = parser
    }

    /// The reconnection delay set by the server; nil if it set none.
    public var retry: Duration? { parser.retry }

    /// The last ID sent by the server, with or without data; nil before the first.
    public var lastID: String? { parser.confirmedID }

    /// Returns the next event; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` if the body ends prematurely, or if a line or the data of an event exceeds
    ///   the limit.
    public mutating func next() async throws -> ServerEvent? {
      while let line = try await lines.next() {
        if let event = try parser.take(line) { return event }
      }
      return nil
    }
  }
}
