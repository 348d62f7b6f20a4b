/// A check of the credentials of one scheme.
public struct Authenticator: Sendable {
  /// The scheme.
  public let scheme: SecurityScheme
  /// The protection space, which a 401 response names (RFC 9110 §11.5).
  public let realm: String
  /// The type of the identities.
  package let principal: any Sendable.Type

  let check: Check

  /// A check of credentials; nil rejects them.
  enum Check: Sendable {
    case immediate(@Sendable (Credentials) -> (any AcceptedClient)?)
    case waiting(limit: Duration, @Sendable (Credentials) async throws -> (any AcceptedClient)?)
  }

  /// Creates an authenticator that has its data in memory.
  ///
  /// - Parameters:
  ///   - realm: the protection space, shown to clients.
  ///   - authenticate: returns the client with these credentials, or nil to reject them. It runs on a connection's loop
  ///     before the body is read, and must not block.
  public init<Principal: Sendable>(
    _ scheme: SecurityScheme, realm: String = "api",
    _ authenticate: @escaping @Sendable (Credentials) -> Authenticated<Principal>?
  ) {
    self.scheme = scheme
    self.realm = realm
    self.principal = Principal.self
    self.check = .immediate { authenticate($0) }
  }

  /// Creates an authenticator that waits for a database or another service.
  ///
  /// - Parameters:
  ///   - realm: the protection space, shown to clients.
  ///   - limit: the time for one check. A longer check results in a 503.
  ///   - authenticate: returns the client with these credentials, or nil to reject them. It runs in the task of the
  ///     request, before the body is read. It is cancelled when it exceeds the limit or the client disconnects. An
  ///     error results in a 500 without details.
  public init<Principal: Sendable>(
    _ scheme: SecurityScheme, realm: String = "api", within limit: Duration = .seconds(5),
    _ authenticate: @escaping @Sendable (Credentials) async throws -> Authenticated<Principal>?
  ) {
    self.scheme = scheme
    self.realm = realm
    self.principal = Principal.self
    self.check = .waiting(limit: limit) { try await authenticate($0) }
  }

  /// True if the check may wait.
  var waits: Bool { if case .waiting = check { true } else { false } }

  /// Returns the client with these credentials; nil rejects them.
  ///
  /// - Throws: ``AuthenticationTimeout``, or an error of the check.
  nonisolated(nonsending) func authenticate(_ credentials: Credentials) async throws -> (any AcceptedClient)? {
    switch check {
    case .immediate(let authenticate): return authenticate(credentials)
    case .waiting(let limit, let authenticate):
      return try await withThrowingTaskGroup(of: (any AcceptedClient)?.self) { group in
        group.addTask { try await authenticate(credentials) }
        group.addTask { [scheme] in
          try await Task.sleep(for: limit)
          throw AuthenticationTimeout(scheme: scheme, limit: limit)
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
    }
  }
}

/// An error for an ``Authenticator`` that has not finished within its limit. A server reports it and responds with 503.
public struct AuthenticationTimeout: Error, CustomStringConvertible {
  /// The scheme of the authenticator.
  public let scheme: SecurityScheme
  /// The limit.
  public let limit: Duration

  /// The scheme and the limit.
  public var description: String { "the authenticator for `\(scheme)` has not finished within \(limit)" }
}
