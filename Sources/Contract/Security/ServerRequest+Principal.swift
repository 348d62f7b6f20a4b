extension ServerRequest {
  /// Who has sent the request, as the authenticator of the operation's scheme says; nil when the operation asks for no
  /// credentials, or when it is something else.
  ///
  /// ```swift
  /// let user = ServerRequest.current?.principal(User.self)
  /// ```
  public func principal<T: Sendable>(_ type: T.Type) -> T? {
    authenticated?.principal as? T
  }

  /// What the sender may do; empty when the operation asks for no credentials.
  public var scopes: Set<String> { authenticated?.scopes ?? [] }
}
