package import ContractHTTP

/// Decides from a request's head whether it satisfies one of an operation's requirements.
package struct SecurityGate: Sendable {
  /// Who has come in, or the answer to who has not.
  package enum Decision: Sendable {
    /// Who it is, and by which of the operation's requirements.
    case admitted(Authenticated, requirement: Int)
    case refused(Problem)
  }

  private let ways: [(requirement: SecurityRequirement, authenticator: Authenticator)]

  /// The gate of an operation; nil when it asks for no credentials.
  ///
  /// - Throws: ``MissingAuthenticator`` for a scheme that nobody can check.
  package init?(_ operation: APIOperation, _ authenticators: [Authenticator]) throws(MissingAuthenticator) {
    guard !operation.security.isEmpty else { return nil }
    var ways: [(SecurityRequirement, Authenticator)] = []
    for requirement in operation.security {
      // Of two for one scheme the later one counts.
      guard let authenticator = authenticators.last(where: { $0.scheme == requirement.scheme }) else {
        throw MissingAuthenticator(operation: operation.description, scheme: requirement.scheme)
      }
      ways.append((requirement, authenticator))
    }
    self.ways = ways
  }

  /// Who has sent the request.
  package func decide(_ head: RequestHead) -> Decision {
    var challenges: [Challenge] = []
    var forbidden: [Challenge] = []
    var isRefused = false
    // Alternatives of one scheme differ in scopes, and their credentials are looked at once.
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

  /// 401: who it is, is not known (RFC 9110 §15.5.2).
  private static func unauthorized(_ challenges: [Challenge], isRefused: Bool) -> Problem {
    Problem(
      .unauthorized,
      detail: isRefused ? "the credentials are not accepted" : "this operation needs credentials",
      fields: fields(challenges))
  }

  /// 403: it is known, and may not do this (RFC 9110 §15.5.4; RFC 6750 §3.1).
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

/// An operation asks for a scheme for which a server has no authenticator.
package struct MissingAuthenticator: Error, CustomStringConvertible {
  let operation: String
  let scheme: SecurityScheme

  package var description: String {
    "\(operation) asks for the security scheme `\(scheme)`, and nothing checks it; "
      + "add `authenticating` for this scheme to the router or the server"
  }
}
