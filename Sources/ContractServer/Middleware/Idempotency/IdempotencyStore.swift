public import Contract

/// A response that is stored for replay.
public struct StoredResponse: Hashable, Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The headers.
  public var fields: HTTPFields
  /// The body.
  public var content: [UInt8]

  /// Creates a response.
  public init(_ status: HTTPStatus, fields: HTTPFields, content: [UInt8]) {
    self.status = status
    self.fields = fields
    self.content = content
  }
}

/// The result of claiming a key.
public enum IdempotencyClaim: Hashable, Sendable {
  /// The key is new: execute the request and report the result with ``IdempotencyStore/finish(_:_:)``.
  case first
  /// A request with this key is executing.
  case inFlight
  /// The key was used for a different request.
  case mismatch
  /// The request was executed, with this response.
  case done(StoredResponse)
  /// There is no space for the key.
  case full
}

/// A storage of responses by the keys of their requests. The default is ``MemoryIdempotencyStore``; servers behind a
/// load balancer need a shared one.
public protocol IdempotencyStore: Sendable {
  /// Claims a key atomically.
  ///
  /// - Parameters:
  ///   - key: an identifier of the client, a space, and the key that it sent.
  ///   - fingerprint: a hash of the request, equal for retries.
  func claim(_ key: String, fingerprint: String) async throws -> IdempotencyClaim

  /// Stores the response of a claimed key, or frees the key if the response is nil.
  func finish(_ key: String, _ response: StoredResponse?) async throws
}
