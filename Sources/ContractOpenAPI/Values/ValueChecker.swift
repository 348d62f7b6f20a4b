public import ContractCoding

/// A checker of JSON values against the schemas of a document.
///
/// ```swift
/// let checker = ValueChecker(document)
/// checker.findings(in: body, against: schema)  // [/title must have at most 80 characters]
/// ```
///
/// The checker supports the keywords of JSON Schema (draft 2020-12) and of OpenAPI 3.0 (`nullable`, Boolean
/// `exclusiveMinimum`), and the formats `int32`, `int64`, `uint32`, `uint64`, `float`, `double`, `date-time`, `date`,
/// `uuid`, `uri`, `uri-reference` and `byte`. Rules that cannot be checked are reported and not ignored: patterns with
/// back-references, references without a target, and `$dynamicRef`.
///
/// A `discriminator` selects one of the listed alternatives. A schema without alternatives is not searched for subtypes that
/// include it with `allOf`, because a discriminator does not change the result of validation (OpenAPI 3.1.1 §4.8.25).
public struct ValueChecker: Sendable {
  let references: OpenAPIReferences
  let version: OpenAPIVersion
  /// The direction of the values; nil for values that are not part of a message. Required members may be absent if they are
  /// `readOnly` in a request, or `writeOnly` in a response.
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

  /// Creates a checker for schemas in any JSON value. References start at the root of the value.
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

  /// Returns true if every rule can be checked and the value breaks no rule. Returns nil if the check takes too many
  /// steps: checks of other values probably take as many.
  func verdict(on value: JSONValue, _ schema: OpenAPINode) -> Bool? {
    var check = ValueCheck(references, version, direction, size: value.size)
    check.check(value, "", schema)
    return check.isExhausted ? nil : check.findings.isEmpty
  }

  /// Returns true if every rule can be checked and the value breaks none.
  public func accepts(_ value: JSONValue, _ schema: OpenAPINode) -> Bool {
    findings(in: value, against: schema, limit: 1).isEmpty
  }
}
