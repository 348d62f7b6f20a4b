/// A value that a request must have for a service to be created. A server checks it when it starts.
package enum ServiceNeed: Sendable {
  /// An identity of this type.
  case principal(any Sendable.Type)
  /// A value of this type from middleware.
  case value(any Sendable.Type)
  /// A placeholder in the path, and the type of its value.
  case path(String, any SendableMetatype.Type)
  /// The bytes of the body.
  case content
}

extension ServiceNeed {
  /// The name and the type of a placeholder.
  var placeholder: (String, any SendableMetatype.Type)? {
    if case .path(let name, let type) = self { (name, type) } else { nil }
  }

  /// Returns the reason why a request of a route may lack this value; nil if every request has it.
  ///
  /// - Parameters:
  ///   - principals: the types of the identities that the route's authenticators return.
  ///   - provided: the types of the values that the middleware around the route provides.
  package func problem(
    with operation: APIOperation, principals: [any Sendable.Type], provided: [any Sendable.Type]
  ) -> String? {
    switch self {
    case .principal(let type):
      if operation.security.isEmpty {
        return "\(operation) requires no credentials, but its service is created with a principal of type `\(type)`; "
          + "add `@Security`, or use `.principal(ifPresent: \(type).self)`"
      }
      guard let other = principals.first(where: { !Self.isSubtype($0, of: type) }) else { return nil }
      return "\(operation) has a service with a principal of type `\(type)`, but an authenticator of its schemes "
        + "returns `\(other)`; return `Authenticated<\(type)>` from all authenticators of its schemes"
    case .value(let type):
      // A value is found only by the type under which middleware stores it, not by a superclass.
      if provided.contains(where: { $0 == type }) { return nil }
      return "\(operation) has a service with a value of type `\(type)`, which no middleware provides; "
        + "add middleware whose `provides` contains it"
    case .path(let name, _):
      if operation.path.segments.contains(.placeholder(name)) { return nil }
      return "\(operation) has a service with the path value `\(name)`, which its path lacks; "
        + "mount the routes at a path with `:\(name)`"
    case .content:
      guard operation.requestContent.isStreamed else { return nil }
      return "\(operation) reads its body while it arrives, so its service cannot be created with the bytes; "
        + "use `.request` instead of `.content`"
    }
  }

  /// Returns true if each value of `type` is also a value of `other`: the types are equal, or `other` is a superclass.
  private static func isSubtype(_ type: any Sendable.Type, of other: any Sendable.Type) -> Bool {
    func isMetatype<Other>(_ other: Other.Type) -> Bool { type is Other.Type }
    return type == other || isMetatype(other)
  }
}

/// An error for a request that lacks a value needed to create its service. A check at the start prevents it, except for
/// middleware that provides a type and stores no value.
struct MissingServiceInput: Error, CustomStringConvertible {
  let description: String

  init(_ need: ServiceNeed, _ request: ServerRequest) {
    switch need {
    case .principal(let type): description = "a request for \(request.operation) has no principal of type `\(type)`"
    case .value(let type):
      description =
        "a request for \(request.operation) has no value of type `\(type)`, "
        + "although its middleware declares this type in `provides`"
    case .path(let name, _): description = "a request for \(request.operation) has no path value `\(name)`"
    case .content: description = "a request for \(request.operation) has no bytes in memory"
    }
  }
}
