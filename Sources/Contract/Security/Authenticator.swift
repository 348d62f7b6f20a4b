/// Somebody whose credentials a server has accepted.
public final class Authenticated: Sendable {
  /// Who it is, as handlers get it from ``ServerRequest/principal(_:)``.
  public let principal: any Sendable
  /// What it may do.
  public let scopes: Set<String>

  /// Somebody who may do this.
  public init(_ principal: any Sendable, scopes: Set<String> = []) {
    self.principal = principal
    self.scopes = scopes
  }
}

/// Tells who has sent credentials of one scheme.
public struct Authenticator: Sendable {
  /// The scheme.
  public let scheme: SecurityScheme
  /// What the credentials are for, as the answer 401 names it (RFC 9110 §11.5).
  public let realm: String

  let authenticate: @Sendable (Credentials) -> Authenticated?

  /// An authenticator.
  ///
  /// - Parameters:
  ///   - realm: what the credentials are for, shown to clients.
  ///   - authenticate: who has sent the credentials; nil refuses them. It runs on a connection's loop before any content
  ///     is read, and must not block: keep what it needs in memory. A server asks
  ///     again for a request that middleware has changed, so the same credentials must have the same answer.
  public init(
    _ scheme: SecurityScheme, realm: String = "api", _ authenticate: @escaping @Sendable (Credentials) -> Authenticated?
  ) {
    self.scheme = scheme
    self.realm = realm
    self.authenticate = authenticate
  }
}
