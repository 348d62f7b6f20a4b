/// A rule that documents should follow.
public enum LintRule: String, Sendable, Hashable, CaseIterable {
  /// An object of the JSON text has two members with the same name, of which only one is read.
  case duplicateMember = "duplicate-member"
  /// A reference has no target, is external, or is circular.
  case brokenReference = "broken-reference"
  /// An operation has no `operationId`, so generated code has no name for it.
  case missingOperationID = "missing-operation-id"
  /// Two operations have the same `operationId`.
  case duplicateOperationID = "duplicate-operation-id"
  /// Two paths differ only in the names of their placeholders.
  case duplicatePath = "duplicate-path"
  /// An operation has neither a summary nor a description.
  case missingDescription = "missing-description"
  /// An operation declares no response.
  case missingResponse = "missing-response"
  /// An operation declares no error: no status from 400, and no default.
  case missingError = "missing-error"
  /// A placeholder of a path has no parameter.
  case undeclaredPathParameter = "undeclared-path-parameter"
  /// A path parameter has no placeholder.
  case unknownPathParameter = "unknown-path-parameter"
  /// Two parameters have the same location and name.
  case duplicateParameter = "duplicate-parameter"
  /// A security requirement names a scheme that is not declared.
  case unknownSecurityScheme = "unknown-security-scheme"
  /// A component is not used.
  case unusedComponent = "unused-component"
  /// An example or default breaks its own schema.
  case invalidExample = "invalid-example"
  /// A pattern cannot be read.
  case unreadablePattern = "unreadable-pattern"
  /// A string of a request has no maximum length. This rule is optional.
  case unboundedString = "unbounded-string"

  /// The rules that apply by default.
  public static var usual: Set<LintRule> { Set(allCases).subtracting([.unboundedString]) }
}

/// A location in a document that breaks a rule.
public struct LintFinding: Sendable, Hashable, CustomStringConvertible {
  /// The rule.
  public let rule: LintRule
  /// The JSON pointer of the location.
  public let pointer: String
  /// The fault and its remedy.
  public let message: String

  /// The location, the message and the rule.
  public var description: String { "\(pointer): \(message) (\(rule.rawValue))" }
}
