/// A rule of a schema that a value breaks.
public struct ValueFinding: Sendable, Hashable, CustomStringConvertible {
  /// The JSON pointer of the invalid part in the value; empty for the whole value.
  public let pointer: String
  /// The keyword of the rule, such as `maxLength`.
  public let keyword: String
  /// The JSON pointer of the rule in the document.
  public let schemaPointer: String
  /// The requirement, such as `must have at most 80 characters`.
  public let requirement: String
  /// Whether the rule itself cannot be checked, such as an unreadable pattern. The value may then be valid.
  public let isUnreadable: Bool

  /// The location and the requirement.
  public var description: String { "\(pointer.isEmpty ? "the value" : pointer) \(requirement)" }
}
