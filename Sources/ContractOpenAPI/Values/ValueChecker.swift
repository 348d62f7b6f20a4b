public import ContractCoding

/// A checker of JSON values against the schemas of a document.
///
/// ```swift
/// let checker = ValueChecker(document)
/// checker.findings(in: body, against: schema)  // [/title must have at most 80 characters]
/// ```
///
/// It checks the keywords of JSON Schema (draft 2020-12) and of OpenAPI 3.0 (`nullable`, Boolean `exclusiveMinimum`),
/// and the formats `int32`, `int64`, `uint32`, `uint64`, `float`, `double`, `date-time`, `date`, `uuid`, `uri` and
/// `byte`. Rules that it cannot check are reported instead of ignored: patterns with back-references, references that
/// lead nowhere, and `$dynamicRef`, `unevaluatedProperties`, `unevaluatedItems`.
public struct ValueChecker: Sendable {
  let references: OpenAPIReferences
  let version: OpenAPIVersion
  /// The direction of the values, in which required members may be absent: `readOnly` ones in requests, and `writeOnly`
  /// ones in responses. Nil for values of no message.
  private(set) var direction: OpenAPIChange.Direction?

  /// Creates a checker for the schemas of a document.
  public init(_ document: OpenAPIDocument) {
    references = OpenAPIReferences(document.root)
    version = document.version
  }

  /// Creates a checker for the values of requests or responses.
  init(_ document: OpenAPIDocument, sent direction: OpenAPIChange.Direction) {
    self.init(document)
    self.direction = direction
  }

  /// Creates a checker for schemas in any JSON value, whose references start at its root.
  public init(root: JSONValue, version: OpenAPIVersion = .v31) {
    references = OpenAPIReferences(OpenAPINode(root, at: ""))
    self.version = version
  }

  /// Returns the rules that a value breaks, in the order of the schema; empty for a valid value.
  ///
  /// - Parameter limit: the maximum number of findings.
  public func findings(in value: JSONValue, against schema: OpenAPINode, limit: Int = 100) -> [ValueFinding] {
    var check = ValueCheck(references, version, direction, size: value.size)
    check.check(value, "", schema)
    return Array(check.findings.prefix(limit))
  }

  /// Returns true if a value breaks no rule, and every rule can be checked.
  public func accepts(_ value: JSONValue, _ schema: OpenAPINode) -> Bool {
    findings(in: value, against: schema, limit: 1).isEmpty
  }
}
