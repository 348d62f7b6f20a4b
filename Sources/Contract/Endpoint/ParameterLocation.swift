/// The location of a parameter in a request.
public enum ParameterLocation: String, Hashable, Sendable, CaseIterable {
  /// A segment of the path.
  case path
  /// A query value.
  case query
  /// A header.
  case header
  /// A cookie.
  case cookie
  /// The body, or a member of it.
  case body
}

extension ParameterLocation: CustomStringConvertible {
  /// The location on the wire.
  public var description: String { rawValue }
}
