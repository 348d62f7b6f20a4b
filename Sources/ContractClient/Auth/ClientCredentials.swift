internal import Contract

/// The credentials of a client, and the schemes for which they are sent.
struct ClientCredentials: Sendable {
  private var held: [(credentials: Credentials, scheme: SecurityScheme?)] = []

  /// True if there are no credentials.
  var isEmpty: Bool { held.isEmpty }

  /// Adds credentials for one scheme, or for every scheme of their kind.
  mutating func add(_ credentials: Credentials, for scheme: SecurityScheme?) {
    held.removeAll { $0.scheme == scheme && $0.credentials.isLike(credentials) }
    held.append((credentials, scheme))
  }

  /// Returns the credentials for the first requirement of an operation that has any.
  func chosen(for operation: APIOperation) -> (Credentials, SecurityScheme.Kind)? {
    guard !held.isEmpty else { return nil }
    for requirement in operation.security {
      let scheme = requirement.scheme
      let own =
        held.last { $0.scheme == scheme && $0.credentials.matches(scheme.kind) }
        ?? held.last { $0.scheme == nil && $0.credentials.matches(scheme.kind) }
      if let own { return (own.credentials, scheme.kind) }
    }
    return nil
  }

  /// Returns the header that holds the credentials of `operation`; nil for a cookie, or if the request already has the
  /// header.
  func replacedField(in request: HTTPRequest, for operation: APIOperation) -> HTTPFieldName? {
    guard let name = chosen(for: operation)?.1.fieldName, name != .cookie, !request.fields.contains(name) else {
      return nil
    }
    return name
  }
}

extension Credentials {
  /// Whether both credentials are of one kind.
  fileprivate func isLike(_ other: Credentials) -> Bool {
    switch (self, other) {
    case (.bearer, .bearer), (.basic, .basic), (.apiKey, .apiKey): true
    default: false
    }
  }
}
