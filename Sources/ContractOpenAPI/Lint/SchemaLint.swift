internal import ContractCoding

/// The rules about schemas.
struct SchemaLint {
  private static let named: Set<String> = ["properties", "patternProperties", "dependentSchemas", "$defs"]
  private static let listed: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let single: Set<String> = [
    "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else",
  ]

  private let document: OpenAPIDocument
  private let checker: ValueChecker
  private let subtypes: SchemaSubtypes

  init(_ document: OpenAPIDocument) {
    self.document = document
    checker = ValueChecker(document)
    subtypes = SchemaSubtypes(document.root)
  }

  func findings() -> [LintFinding] {
    var findings: [LintFinding] = []
    var seen: Set<String> = []
    for (root, isRequest) in roots() {
      // The search is not recursive, because a chain of references may be too long for the stack.
      var waiting = [root]
      while let schema = waiting.popLast() {
        guard seen.insert(schema.pointer).inserted else { continue }
        check(schema, isRequest: isRequest, &findings)
        waiting += parts(of: schema).reversed()
      }
    }
    return findings
  }

  /// Returns the schemas of operations, callbacks and components. Schemas of requests are first, because more rules apply to them.
  private func roots() -> [(OpenAPINode, Bool)] {
    var requests: [OpenAPINode] = []
    var others: [OpenAPINode] = []
    for operation in document.operations {
      requests += operation.parameters.compactMap(\.schema)
      requests += operation.requestBody?.content.compactMap(\.schema) ?? []
      requests += operation.channel?.sent.compactMap(\.schema) ?? []
      others += operation.channel?.received.compactMap(\.schema) ?? []
      others += Self.schemas(of: operation.responses)
    }
    for callback in document.callbacks().callbacks {
      // The API sends these requests, so it reads the responses.
      others += callback.operation.parameters.compactMap(\.schema)
      others += callback.operation.requestBody?.content.compactMap(\.schema) ?? []
      requests += Self.schemas(of: callback.operation.responses)
    }
    others += document.root["components"]?["schemas"]?.members.map(\.node) ?? []
    return requests.map { ($0, true) } + others.map { ($0, false) }
  }

  private static func schemas(of responses: [OpenAPIResponse]) -> [OpenAPINode] {
    responses.flatMap { $0.headers.compactMap(\.schema) + $0.content.compactMap(\.schema) }
  }

  /// Returns the schemas inside a schema, the target of its reference and its subtypes, in order.
  private func parts(of schema: OpenAPINode) -> [OpenAPINode] {
    var parts: [OpenAPINode] = []
    // The target may be a reference itself. Following only one reference makes the search linear in the length of a chain.
    if let text = schema.value["$ref"]?.string, let target = try? document.target(of: text, at: schema.pointer) {
      parts.append(target)
    }
    parts += subtypes.of(schema).map(\.node)
    for (name, part) in schema.members {
      if Self.single.contains(name) { parts.append(part) }
      if Self.listed.contains(name) { parts += part.elements }
      if Self.named.contains(name) { parts += part.members.map(\.node) }
    }
    return parts
  }

  private func check(_ schema: OpenAPINode, isRequest: Bool, _ findings: inout [LintFinding]) {
    if let pattern = schema["pattern"], let text = pattern.value.string, !SchemaPattern.compiled(text).isReadable {
      findings.append(
        LintFinding(
          rule: .unreadablePattern, pointer: pattern.pointer,
          message: "The pattern `\(text)` cannot be matched in linear time; remove back-references"))
    }
    let examples = [schema["default"], schema["example"]].compactMap { $0 } + (schema["examples"]?.elements ?? [])
    for example in examples {
      guard let finding = checker.findings(in: example.value, against: schema, limit: 1).first, !finding.isUnreadable
      else { continue }
      findings.append(
        LintFinding(
          rule: .invalidExample, pointer: example.pointer,
          message: "The example breaks its schema: \(finding); correct the example or the schema"))
    }
    let limits = ["maxLength", "enum", "const", "format"]
    if isRequest, schema.value["type"]?.string == "string", limits.allSatisfy({ schema.value[$0] == nil }) {
      findings.append(
        LintFinding(
          rule: .unboundedString, pointer: schema.pointer, message: "The string has no maximum length; add maxLength"))
    }
  }
}
