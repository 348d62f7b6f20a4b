extension ServerRequest {
  /// Returns the client's identity from the authenticator of the operation's scheme; nil when the operation requires no
  /// credentials, or when the identity has another type.
  ///
  /// ```swift
  /// let user = ServerRequest.current?.principal(User.self)
  /// ```
  public func principal<T: Sendable>(_ type: T.Type) -> T? {
    authenticated?.principal(as: type)
  }

  /// The scopes of the client; empty when the operation requires no credentials.
  public var scopes: Set<String> { authenticated?.scopes ?? [] }
}
