internal import ContractHTTP

/// A part of a request that the operation does not allow.
public struct RequestFinding: Sendable, Hashable, CustomStringConvertible {
  /// The kind of a fault.
  public enum Fault: String, Sendable {
    /// A required part is absent.
    case missing
    /// A value breaks its schema.
    case invalid
    /// A single value was sent more than once.
    case repeated
    /// The body cannot be parsed.
    case syntax
    /// The media type of the body is not declared.
    case mediaType
  }

  /// The part of the request: `path`, `query`, `header`, `cookie` or `body`.
  public let location: String
  /// The name of the parameter, or the JSON pointer in the body.
  public let name: String
  /// The kind of the fault.
  public let fault: Fault
  /// The requirement, such as `must be at least 1`.
  public let requirement: String
  /// The JSON pointer of the broken rule in the document.
  public let schemaPointer: String

  /// The location and the requirement, such as ``query value `limit` must be at least 1``.
  public var description: String {
    if location == "body" { return name.isEmpty ? "the body \(requirement)" : "body value `\(name)` \(requirement)" }
    return "\(location) value `\(name)` \(requirement)"
  }
}
