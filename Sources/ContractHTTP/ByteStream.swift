/// Bytes that are read on demand: each ``next()`` returns one more chunk, and nothing is produced before it is requested.
///
/// A stream has one reader and is read once. In a contract it is a body that need not fit in memory:
///
/// ```swift
/// @GET("/backup") func backup() async throws -> ByteStream
/// @PUT("/backup") func restore(data: Body<ByteStream>) async throws
/// ```
///
/// Releasing a stream before its end cancels its source, such as the transfer of a response.
public struct ByteStream: AsyncSequence, Sendable {
  /// The shared part, so that a body is one reference.
  private let source: Source

  private final class Source: Sendable {
    let length: Int?
    let mediaType: MediaType?
    let heartbeat: Heartbeat?
    let file: FileReader?
    let contentDigest: (@Sendable () -> String?)?
    let pull: @Sendable () async throws -> [UInt8]?
    let reopen: (@Sendable () -> ByteStream)?

    init(
      length: Int?, mediaType: MediaType?, heartbeat: Heartbeat? = nil, file: FileReader? = nil,
      contentDigest: (@Sendable () -> String?)? = nil, reopen: (@Sendable () -> ByteStream)? = nil,
      pull: @escaping @Sendable () async throws -> [UInt8]?
    ) {
      self.length = length
      self.mediaType = mediaType
      self.heartbeat = heartbeat
      self.file = file
      self.contentDigest = contentDigest
      self.reopen = reopen
      self.pull = pull
    }
  }

  /// Creates a stream that calls `next` for each chunk until it returns nil.
  ///
  /// If `length` is set, the last chunk is sent only after `next` has returned nil, so a late nil delays it. Otherwise,
  /// a stream that then fails would look complete.
  ///
  /// - Parameters:
  ///   - length: the total number of bytes; nil if unknown in advance.
  ///   - mediaType: the media type of the bytes; nil for the contract's.
  public init(
    length: Int? = nil, mediaType: MediaType? = nil, next: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    source = Source(length: length, mediaType: mediaType, pull: next)
  }

  /// Creates a stream that can be sent repeatedly, such as a file.
  ///
  /// - Parameters:
  ///   - length: the total number of bytes; nil if unknown in advance.
  ///   - mediaType: the media type of the bytes; nil for the contract's.
  ///   - open: starts a new read and returns the function that produces its chunks. Called once per read, when the first
  ///     chunk is requested.
  public init(
    length: Int? = nil, mediaType: MediaType? = nil,
    replaying open: @escaping @Sendable () -> @Sendable () async throws -> [UInt8]?
  ) {
    let reopen: @Sendable () -> ByteStream = {
      ByteStream(length: length, mediaType: mediaType, replaying: open)
    }
    let opened = Lock<(@Sendable () async throws -> [UInt8]?)?>(nil)
    source = Source(length: length, mediaType: mediaType, reopen: reopen) {
      if let next = opened.withLock({ $0 }) { return try await next() }
      // Opened only now, because many streams are created that are never read, for example to find out whether a call can be
      // repeated.
      let next = open()
      opened.withLock { $0 = next }
      return try await next()
    }
  }

  /// Creates a stream of the chunks of a sequence, which is iterated once.
  ///
  /// - Parameters:
  ///   - length: the total number of bytes; nil if unknown in advance.
  ///   - mediaType: the media type of the bytes; nil for the contract's.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, length: Int? = nil, mediaType: MediaType? = nil
  ) where Chunks.Element == [UInt8] {
    let reader = SequenceReader(chunks)
    self.init(length: length, mediaType: mediaType) { try await reader.next() }
  }

  /// Creates a stream of bytes in memory, which can be sent repeatedly.
  ///
  /// - Parameter mediaType: the media type of the bytes; nil for the contract's.
  public init(_ bytes: [UInt8], mediaType: MediaType? = nil) {
    let rest = Lock<[UInt8]?>(bytes.isEmpty ? nil : bytes)
    let reopen: @Sendable () -> ByteStream = { ByteStream(bytes, mediaType: mediaType) }
    source = Source(length: bytes.count, mediaType: mediaType, reopen: reopen) { rest.withLock { $0.take() } }
  }

  /// Creates a stream of the bytes of a file, which an engine may send itself.
  package init(
    length: Int?, mediaType: MediaType? = nil, file: FileReader?, reopen: (@Sendable () -> ByteStream)? = nil,
    next: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    source = Source(length: length, mediaType: mediaType, file: file, reopen: reopen, pull: next)
  }

  private init(_ source: Source) { self.source = source }

  /// The total number of bytes; nil if unknown in advance (sent chunked).
  public var length: Int? { source.length }

  /// The media type of the bytes; nil for the contract's, which is `application/octet-stream` by default.
  public var mediaType: MediaType? { source.mediaType }

  /// The file that contains all bytes of the stream, so that an engine may send the file itself; nil for other streams.
  /// After the engine has sent the file, ``next()`` returns nil.
  package var file: FileReader? { source.file }

  /// A new stream of the same bytes from their start; nil when they can be read only once.
  public var replayed: ByteStream? { source.reopen?() }

  /// Returns the next chunk, or nil at the end.
  ///
  /// - Throws: any error of the source. The message is then incomplete, and its connection is closed.
  public func next() async throws -> [UInt8]? {
    try await source.pull()
  }

  /// Returns all bytes in memory.
  ///
  /// - Parameter maxBytes: the maximum size. There is no default, because a peer determines the size.
  /// - Throws: ``HTTPBodyTooLarge`` when the stream exceeds the limit, or any error of the source.
  public func collect(upTo maxBytes: Int) async throws -> [UInt8] {
    try await HTTPBody.stream(self).collect(upTo: maxBytes)
  }

  /// Returns an iterator over the chunks.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

  /// An iterator over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let stream: ByteStream

    /// Returns the next chunk, or nil at the end.
    ///
    /// - Throws: any error of the source.
    public mutating func next() async throws -> [UInt8]? { try await stream.next() }
  }
}

extension ByteStream {
  /// Bytes that a server sends while a stream is silent, so that proxies and the client keep its connection.
  package struct Heartbeat: Sendable {
    /// The silence after which the bytes are sent.
    package let interval: Duration
    /// Returns the bytes to send between two chunks. Empty if they must follow a chunk that may not have been sent, because its
    /// successor was not requested.
    package let bytes: @Sendable () -> [UInt8]

    package init(every interval: Duration, bytes: @escaping @Sendable () -> [UInt8]) {
      self.interval = interval
      self.bytes = bytes
    }
  }

  /// The bytes that a server sends while the stream is silent; nil for none.
  package var heartbeat: Heartbeat? { source.heartbeat }

  /// Returns the stream with a heartbeat.
  package func beating(_ heartbeat: Heartbeat?) -> ByteStream {
    ByteStream(
      Source(
        length: source.length, mediaType: source.mediaType, heartbeat: heartbeat, file: source.file,
        contentDigest: source.contentDigest, reopen: source.reopen, pull: source.pull))
  }
}

extension ByteStream {
  /// Creates a stream of chunks after which a digest may follow.
  ///
  /// - Parameters:
  ///   - contentDigest: returns the digest after the end of the stream, see ``contentDigest``.
  ///   - reopen: returns a new stream of the same bytes; nil if they can be read only once.
  package init(
    length: Int?, mediaType: MediaType?, contentDigest: @escaping @Sendable () -> String?,
    reopen: (@Sendable () -> ByteStream)? = nil, next: @escaping @Sendable () async throws -> [UInt8]?
  ) {
    source = Source(
      length: length, mediaType: mediaType, contentDigest: contentDigest, reopen: reopen, pull: next)
  }

  /// A function to call at the end of the stream. It returns the `Content-Digest` (RFC 9530) that was received, or is
  /// to be sent, in the trailer section; nil if there is none. The function is nil if the stream never has a digest.
  package var contentDigest: (@Sendable () -> String?)? { source.contentDigest }

  /// Returns a stream of the chunks that `next` passes on from this stream, for example after counting them. Length, heartbeat
  /// and digest are unchanged.
  ///
  /// - Parameter keepsDigest: false for a reader that does not verify the digest, so that an unverified digest is not sent on.
  package func passing(
    mediaType: MediaType? = nil, keepsDigest: Bool = true, next: @escaping @Sendable () async throws -> [UInt8]?
  ) -> ByteStream {
    ByteStream(
      Source(
        length: source.length, mediaType: mediaType, heartbeat: source.heartbeat,
        contentDigest: keepsDigest ? source.contentDigest : nil, pull: next))
  }
}
