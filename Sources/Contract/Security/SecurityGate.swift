package import ContractHTTP

/// A check of a request's head against the security requirements of an operation.
package struct SecurityGate: Sendable {
  /// The result of a check: the client, or the response that refuses it.
  package enum Decision: Sendable {
    /// The client, and the index of the requirement that it satisfies.
    case admitted(Authenticated, requirement: Int)
    case refused(Problem)
  }

  private let ways: [(requirement: SecurityRequirement, authenticator: Authenticator)]

  /// Creates the gate of an operation; nil when the operation requires no credentials.
  ///
  /// - Throws: ``MissingAuthenticator`` for a scheme without an authenticator.
  package init?(_ operation: APIOperation, _ authenticators: [Authenticator]) throws(MissingAuthenticator) {
    guard !operation.security.isEmpty else { return nil }
    var ways: [(SecurityRequirement, Authenticator)] = []
    for requirement in operation.security {
      // The last authenticator of a scheme applies.
      guard let authenticator = authenticators.last(where: { $0.scheme == requirement.scheme }) else {
        throw MissingAuthenticator(operation: operation.description, scheme: requirement.scheme)
      }
      ways.append((requirement, authenticator))
    }
    self.ways = ways
  }

  /// Checks the credentials in a request's head.
  package func decide(_ head: RequestHead) -> Decision {
    var challenges: [Challenge] = []
    var forbidden: [Challenge] = []
    var isRefused = false
    // Requirements of one scheme differ only in scopes; its credentials are checked once.
    var known: [(scheme: SecurityScheme, client: Authenticated?)] = []
    for (index, (requirement, authenticator)) in ways.enumerated() {
      switch requirement.scheme.kind.credentials(in: head) {
      case .none:
        challenges.append(Challenge(authenticator: authenticator))
      case .malformed:
        isRefused = true
        challenges.append(Challenge(authenticator: authenticator, fault: .invalidToken))
      case .some(let credentials):
        let client: Authenticated?
        if let earlier = known.first(where: { $0.scheme == requirement.scheme }) {
          client = earlier.client
        } else {
          client = authenticator.authenticate(credentials)
          known.append((requirement.scheme, client))
        }
        guard let client else {
          isRefused = true
          challenges.append(Challenge(authenticator: authenticator, fault: .invalidToken))
          continue
        }
        let missing = requirement.scopes.filter { !client.scopes.contains($0) }
        if missing.isEmpty { return .admitted(client, requirement: index) }
        forbidden.append(
          Challenge(authenticator: authenticator, fault: .insufficientScope, scopes: requirement.scopes))
      }
    }
    if !forbidden.isEmpty { return .refused(Self.forbidden(forbidden)) }
    return .refused(Self.unauthorized(challenges, isRefused: isRefused))
  }

  /// Returns the 401 for a client that is not authenticated (RFC 9110 §15.5.2).
  private static func unauthorized(_ challenges: [Challenge], isRefused: Bool) -> Problem {
    Problem(
      .unauthorized,
      detail: isRefused ? "the credentials are not accepted" : "this operation needs credentials",
      fields: fields(challenges))
  }

  /// Returns the 403 for an authenticated client without the scopes (RFC 9110 §15.5.4; RFC 6750 §3.1).
  private static func forbidden(_ challenges: [Challenge]) -> Problem {
    let scopes = challenges.map { challenge in challenge.scopes.map { "`\($0)`" }.joined(separator: " and ") }
    let bearers = challenges.filter { $0.authenticator.scheme.kind == .bearer }
    return Problem(
      .forbidden, detail: "this operation needs \(scopes.joined(separator: ", or "))", fields: fields(bearers))
  }

  private static func fields(_ challenges: [Challenge]) -> HTTPFields {
    var fields = HTTPFields()
    for challenge in challenges {
      let value = HTTPFieldValue(unchecked: challenge.text)
      if !fields.values(.wwwAuthenticate).contains(value) { fields.append(.wwwAuthenticate, value) }
    }
    return fields
  }
}

/// An error for an operation whose security scheme has no authenticator.
package struct MissingAuthenticator: Error, CustomStringConvertible {
  let operation: String
  let scheme: SecurityScheme

  package var description: String {
    "\(operation) requires the security scheme `\(scheme)`, which has no authenticator; "
      + "add one with `authenticating` to the router or the server"
  }
}
