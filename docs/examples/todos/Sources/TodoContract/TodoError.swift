public import Contract

/// A refusal by the server. The client catches the value that the server throws.
@APIError
public enum TodoError: Hashable {
  /// No todo has this number.
  @Status(404) case notFound(id: Int)

  /// The request was understood, but these values are not allowed.
  @Status(400) case invalid(problems: [InvalidValue])
}

/// A value that is not allowed.
public struct InvalidValue: Codable, Hashable, Sendable {
  /// The name of the value, such as `title`.
  public var name: String
  /// The broken rule, as the end of a sentence: `must not be empty`.
  public var reason: String

  /// Creates an invalid value with its reason.
  public init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }
}
