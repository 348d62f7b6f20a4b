internal import Contract

/// What a client has to say who it is, and for which operations.
struct ClientCredentials: Sendable {
  private var held: [(credentials: Credentials, scheme: SecurityScheme?)] = []

  /// True when there is nothing to add to any request.
  var isEmpty: Bool { held.isEmpty }

  /// Takes credentials for one scheme, or for every scheme of their kind.
  mutating func add(_ credentials: Credentials, for scheme: SecurityScheme?) {
    held.removeAll { $0.scheme == scheme && $0.credentials.isLike(credentials) }
    held.append((credentials, scheme))
  }

  /// The credentials for an operation: those for the first of its alternatives for which there are any.
  func chosen(for operation: APIOperation) -> (Credentials, SecurityScheme.Kind)? {
    guard !held.isEmpty else { return nil }
    for requirement in operation.security {
      let scheme = requirement.scheme
      let own =
        held.last { $0.scheme == scheme && $0.credentials.suit(scheme.kind) }
        ?? held.last { $0.scheme == nil && $0.credentials.suit(scheme.kind) }
      if let own { return (own.credentials, scheme.kind) }
    }
    return nil
  }

  /// The field that credentials for `operation` stand in, unless the request has it already.
  func replacedField(in request: HTTPRequest, for operation: APIOperation) -> HTTPFieldName? {
    guard let name = chosen(for: operation)?.1.fieldName, name != .cookie, !request.fields.contains(name) else {
      return nil
    }
    return name
  }
}

extension Credentials {
  /// True for credentials of the same kind.
  fileprivate func isLike(_ other: Credentials) -> Bool {
    switch (self, other) {
    case (.bearer, .bearer), (.basic, .basic), (.apiKey, .apiKey): true
    default: false
    }
  }
}
