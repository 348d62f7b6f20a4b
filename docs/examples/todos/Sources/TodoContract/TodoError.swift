public import Contract

/// What the server refuses. The client catches the same value that the server throws.
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
  /// What is wrong with it, as the end of a sentence: `must not be empty`.
  public var reason: String

  /// A value that is not allowed for this reason.
  public init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
  }
}
