/// The identity and the permissions of a client whose credentials a server has accepted.
public final class Authenticated<Principal: Sendable>: AcceptedClient {
  /// The client's identity, for services created with ``ServiceInput/principal(_:)`` and for
  /// ``ServerRequest/principal(_:)``.
  public let principal: Principal
  /// The permissions of the client.
  public let scopes: Set<String>

  /// Creates an identity with these scopes.
  public init(_ principal: Principal, scopes: Set<String> = []) {
    self.principal = principal
    self.scopes = scopes
  }

  package func principal<T: Sendable>(as type: T.Type) -> T? { principal as? T }
}

/// An ``Authenticated`` client, whatever the type of its identity.
package protocol AcceptedClient: AnyObject, Sendable {
  /// The permissions of the client.
  var scopes: Set<String> { get }

  /// Returns the identity; nil if it has another type.
  func principal<T: Sendable>(as type: T.Type) -> T?
}
