public import Contract

/// The refusal of a call. The code is that of gRPC, and the message is the server's.
@APIError(code: "code")
public enum EtcdRefusal: Hashable {
  /// An input is invalid, such as an empty key.
  @Status(400, code: 3) case invalidArgument(message: String)
  /// The requested revision is compacted, or in the future.
  @Status(400, code: 11) case outOfRange(message: String)
  /// The token is missing, invalid or expired.
  @Status(401, code: 16) case unauthenticated(message: String)
  /// The user may not do this.
  @Status(403, code: 7) case permissionDenied(message: String)
  /// The lease does not exist.
  @Status(404, code: 5) case notFound(message: String)
  /// The lease exists already.
  @Status(409, code: 6) case alreadyExists(message: String)
  /// The state of the server does not allow the call, for example because a user exists already.
  @Status(412, code: 9) case failedPrecondition(message: String)
  /// The store is full.
  @Status(429, code: 8) case resourceExhausted(message: String)
  /// The server has no leader, or is overloaded.
  @Status(503, code: 14) case unavailable(message: String)

  /// The server's message.
  public var message: String {
    switch self {
    case .invalidArgument(let message), .outOfRange(let message), .unauthenticated(let message),
      .permissionDenied(let message), .notFound(let message), .alreadyExists(let message),
      .failedPrecondition(let message), .resourceExhausted(let message), .unavailable(let message):
      message
    }
  }
}

/// The error of a call: `.declared` is a refusal of etcd, `.other` anything else, such as a failed connection.
///
/// ```swift
/// do {
///   try await etcd.revoke(lease)
/// } catch .declared(.notFound) {
///   print("the lease has ended already")
/// } catch {
///   print(error)
/// }
/// ```
public typealias EtcdError = CallFailure<EtcdRefusal>
