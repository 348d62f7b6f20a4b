/// The content of a message (RFC 9110 §6.4).
public enum HTTPBody: Sendable {
  /// No content.
  case empty
  /// Content that is held in memory.
  case bytes([UInt8])
  /// Content that is pulled piece by piece while it travels.
  case stream(HTTPBodyStream)

  /// The number of bytes, when it is known before the content is read.
  public var length: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.length
    }
  }

  /// The whole content in memory.
  ///
  /// - Parameter maxBytes: the most bytes to hold; there is no default because the content is a peer's to choose.
  /// - Throws: ``HTTPBodyTooLarge`` past the limit, or what the stream throws.
  public func collect(upTo maxBytes: Int) async throws -> [UInt8] {
    switch self {
    case .empty:
      return []
    case .bytes(let bytes):
      guard bytes.count <= maxBytes else { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
      return bytes
    case .stream(let stream):
      var collected: [UInt8] = []
      while let piece = try await stream.next() {
        guard piece.count <= maxBytes - collected.count else { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
        collected += piece
      }
      return collected
    }
  }
}

/// Content that is pulled: each ``next()`` gives one more piece, and nothing is produced before it is asked for.
///
/// A stream is read once, by one reader.
public struct HTTPBodyStream: Sendable {
  /// The number of bytes in total, or nil when only the end will tell (sent chunked).
  public let length: Int?

  private let pull: @Sendable () async throws -> [UInt8]?
  private let reopen: (@Sendable () -> HTTPBodyStream)?

  /// A stream that asks `next` for each piece; nil ends it.
  public init(length: Int? = nil, next: @escaping @Sendable () async throws -> [UInt8]?) {
    self.length = length
    self.pull = next
    self.reopen = nil
  }

  /// A stream that can be sent again from its beginning, such as a file.
  ///
  /// - Parameter open: begins to read; gives what is asked for each piece. Called once for each time it is sent.
  public init(length: Int? = nil, replaying open: @escaping @Sendable () -> @Sendable () async throws -> [UInt8]?) {
    self.length = length
    self.pull = open()
    self.reopen = { HTTPBodyStream(length: length, replaying: open) }
  }

  /// The same content from its beginning; nil when it can be read only once.
  public var replayed: HTTPBodyStream? { reopen?() }

  /// The next piece, or nil at the end.
  ///
  /// - Throws: what the producer throws; the message is then incomplete and its connection is closed.
  public func next() async throws -> [UInt8]? {
    try await pull()
  }
}

/// Content was longer than the reader was willing to hold.
public struct HTTPBodyTooLarge: Error, Hashable, CustomStringConvertible {
  /// The limit that was passed, in bytes.
  public let maxBytes: Int

  /// Content passed `maxBytes`.
  public init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// Says what the limit was.
  public var description: String { "the content is longer than \(maxBytes) bytes" }
}
