/// The error of a stream whose content does not match its checksum, or has no checksum; see ``Checksum()``.
///
/// A service gets it from the stream that it reads. If the service passes the error on, the response is 400, unless the
/// response has begun. A client gets a ``ClientError`` with the code `checksum`, whose cause is this error.
public struct ChecksumError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault of a checksum.
  public enum Reason: String, Hashable, Sendable {
    /// The content ended without a `Content-Digest` with SHA-256.
    case missing
    /// The `Content-Digest` is malformed.
    case malformed
    /// The content has a different hash: it was changed in transit.
    case mismatch
  }

  /// The fault.
  public let reason: Reason

  /// Creates an error.
  public init(_ reason: Reason) { self.reason = reason }

  /// One sentence, without the content and its hash.
  public var description: String {
    switch reason {
    case .missing: "the content ended without the checksum `Content-Digest` with sha-256"
    case .malformed: "the checksum `Content-Digest` is malformed"
    case .mismatch: "the content does not match its checksum `Content-Digest`"
    }
  }
}
