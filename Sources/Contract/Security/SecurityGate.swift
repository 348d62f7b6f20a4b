package import ContractHTTP

/// A check of a request's head against the security requirements of an operation.
package struct SecurityGate: Sendable {
  /// The result of a check: the client, or the response that refuses it.
  package enum Decision: Sendable {
    /// The client, and the index of the requirement that it satisfies.
    case admitted(any AcceptedClient, requirement: Int)
    case refused(Problem)
  }

  /// One of the alternative requirements, with the authenticator of its scheme.
  struct Alternative: Sendable {
    let requirement: SecurityRequirement
    let authenticator: Authenticator
  }

  /// The result for credentials that were authenticated before; nil if they were rejected.
  package struct KnownClient: Sendable {
    let scheme: SecurityScheme
    let credentials: Credentials
    let client: (any AcceptedClient)?
  }

  private let alternatives: [Alternative]
  /// True if an authenticator may wait. ``decide(_:knowing:)`` must not be used then.
  package let waits: Bool

  /// Creates the gate of an operation; nil when the operation requires no credentials.
  ///
  /// - Throws: ``MissingAuthenticator`` for a scheme without an authenticator.
  package init?(_ operation: APIOperation, _ authenticators: [Authenticator]) throws(MissingAuthenticator) {
    guard !operation.security.isEmpty else { return nil }
    var alternatives: [Alternative] = []
    for requirement in operation.security {
      // The last authenticator of a scheme applies.
      guard let authenticator = authenticators.last(where: { $0.scheme == requirement.scheme }) else {
        throw MissingAuthenticator(operation: operation.description, scheme: requirement.scheme)
      }
      alternatives.append(Alternative(requirement: requirement, authenticator: authenticator))
    }
    self.alternatives = alternatives
    self.waits = alternatives.contains { $0.authenticator.waits }
  }

  /// The types of the identities of admitted clients.
  package var principals: [any Sendable.Type] { alternatives.map(\.authenticator.principal) }

  /// Checks the credentials in a request's head. An authenticator that may wait rejects them.
  ///
  /// - Parameter known: the client that an earlier check of the same request has admitted.
  package func decide(_ head: RequestHead, knowing known: KnownClient? = nil) -> Decision {
    var inquiry = SecurityInquiry(alternatives, head, knowing: known)
    while let question = inquiry.next() {
      guard case .immediate(let authenticate) = question.authenticator.check else {
        inquiry.answer(question, with: nil)
        continue
      }
      inquiry.answer(question, with: authenticate(question.credentials))
    }
    return inquiry.decision
  }

  /// Checks the credentials in a request's head with authenticators that may wait.
  ///
  /// - Throws: ``AuthenticationTimeout``, or an error of an authenticator.
  package nonisolated(nonsending) func decideWaiting(
    _ head: RequestHead, knowing known: KnownClient? = nil
  ) async throws -> Decision {
    var inquiry = SecurityInquiry(alternatives, head, knowing: known)
    while let question = inquiry.next() {
      inquiry.answer(question, with: try await question.authenticator.authenticate(question.credentials))
    }
    return inquiry.decision
  }

  /// Returns the client that a check of `head` has admitted, for another check of the same request.
  package func knownClient(_ client: any AcceptedClient, requirement: Int, in head: RequestHead) -> KnownClient? {
    let scheme = alternatives[requirement].requirement.scheme
    guard case .some(let credentials) = scheme.kind.credentials(in: head) else { return nil }
    return KnownClient(scheme: scheme, credentials: credentials, client: client)
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
