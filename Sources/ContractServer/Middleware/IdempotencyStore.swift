public import Contract

/// An answer that is kept, to be given again.
public struct StoredAnswer: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The fields.
  public var fields: HTTPFields
  /// The content.
  public var content: [UInt8]

  /// An answer with these parts.
  public init(_ status: HTTPStatus, fields: HTTPFields, content: [UInt8]) {
    self.status = status
    self.fields = fields
    self.content = content
  }
}

/// What a store says to a request with a key.
public enum IdempotencyClaim: Hashable, Sendable {
  /// Nobody has used the key: carry the request out, and say how it ended.
  case first
  /// A request with the key is being carried out.
  case inFlight
  /// The key was used for another request.
  case mismatch
  /// The request was carried out; this was the answer.
  case done(StoredAnswer)
  /// There is no room for the key.
  case full
}

/// Remembers answers by the keys of their requests. The usual one is in memory; servers that share their work need one that
/// they share.
public protocol IdempotencyStore: Sendable {
  /// Claims a key, in one step that nobody else can come between.
  ///
  /// - Parameters:
  ///   - key: what stands for the client, a space, and the key that it has sent.
  ///   - fingerprint: what the request asks for; the same for the same request.
  func claim(_ key: String, fingerprint: String) async throws -> IdempotencyClaim

  /// The request that had claimed the key has ended: with an answer to keep, or without, which frees the key.
  func finish(_ key: String, _ answer: StoredAnswer?) async throws
}
