/// A message body (RFC 9110 §6.4).
public enum HTTPBody: Sendable {
  /// No body.
  case empty
  /// A body in memory.
  case bytes([UInt8])
  /// A body that is read chunk by chunk while it is transferred.
  case stream(ByteStream)

  /// The number of bytes, if known before the body is read.
  public var length: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .stream(let stream): stream.length
    }
  }

  /// The bytes of a body in memory; empty for a stream.
  @inlinable
  package var heldBytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }

  /// Returns the bytes of a body in memory without a copy; empty for a stream.
  package consuming func takeBytes() -> [UInt8] {
    switch consume self {
    case .bytes(let bytes): bytes
    case .empty, .stream: []
    }
  }

  /// Returns the whole body in memory.
  ///
  /// - Parameter maxBytes: the maximum size. There is no default, because a peer determines the size of the body.
  /// - Throws: ``HTTPBodyTooLarge`` when the body exceeds the limit, or any error of the stream.
  public func collect(upTo maxBytes: Int) async throws -> [UInt8] {
    switch self {
    case .empty:
      return []
    case .bytes(let bytes):
      guard bytes.count <= maxBytes else { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
      return bytes
    case .stream(let stream):
      if let length = stream.length, length > maxBytes { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
      var collected: [UInt8] = []
      while let chunk = try await stream.next() {
        guard chunk.count <= maxBytes - collected.count else { throw HTTPBodyTooLarge(maxBytes: maxBytes) }
        collected += chunk
      }
      return collected
    }
  }
}

/// An error for a body that exceeds the reader's limit.
public struct HTTPBodyTooLarge: Error, Hashable, CustomStringConvertible {
  /// The limit in bytes.
  public let maxBytes: Int

  /// The reason that a server states to the client.
  package static let requestReason: StaticString = "the request body is too large"

  /// Creates an error for the limit `maxBytes`.
  public init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// A message that names the limit.
  public var description: String { "the body exceeds the limit of \(maxBytes) bytes" }
}
