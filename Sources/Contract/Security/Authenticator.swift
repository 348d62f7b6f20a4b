/// The identity and the permissions of a client whose credentials a server has accepted.
public final class Authenticated: Sendable {
  /// The client's identity, which handlers read from ``ServerRequest/principal(_:)``.
  public let principal: any Sendable
  /// The permissions of the client.
  public let scopes: Set<String>

  /// Creates an identity with these scopes.
  public init(_ principal: any Sendable, scopes: Set<String> = []) {
    self.principal = principal
    self.scopes = scopes
  }
}

/// A check of the credentials of one scheme.
public struct Authenticator: Sendable {
  /// The scheme.
  public let scheme: SecurityScheme
  /// The protection space, which a 401 response names (RFC 9110 §11.5).
  public let realm: String

  let authenticate: @Sendable (Credentials) -> Authenticated?

  /// Creates an authenticator.
  ///
  /// - Parameters:
  ///   - realm: the protection space, shown to clients.
  ///   - authenticate: returns the client with these credentials, or nil to reject them. It runs on a connection's loop
  ///     before the body is read and must not block: keep its data in memory. It runs again for a request that
  ///     middleware has changed, so it must return the same result for the same credentials.
  public init(
    _ scheme: SecurityScheme, realm: String = "api", _ authenticate: @escaping @Sendable (Credentials) -> Authenticated?
  ) {
    self.scheme = scheme
    self.realm = realm
    self.authenticate = authenticate
  }
}
