internal import ContractCoding
internal import ContractHTTP

// The keywords `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12, core, section 11).
extension ValueCheck {
  /// The parts of a value that the rules of a schema describe.
  private struct Evaluated {
    var names: Set<String> = []
    var indices: Set<Int> = []
    /// The pointers of the schemas that were read. A schema that leads to itself adds no parts.
    var schemas: Set<String> = []
    /// The number of schemas that contain the one being read.
    var depth = 0
  }

  mutating func checkUnevaluated(
    _ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode
  ) {
    var evaluated = Evaluated()
    switch (keyword, value) {
    case ("unevaluatedProperties", .object(let members)):
      collect(schema, value, pointer, isRoot: true, into: &evaluated)
      for (name, member) in members where !evaluated.names.contains(name) {
        let place = "\(pointer)/\(JSONPointer.token(name))"
        if rule.value == false {
          add(place, keyword, rule.pointer, "must be absent: no other members are allowed")
        } else {
          descend(member, place, rule)
        }
      }
    case ("unevaluatedItems", .array(let elements)):
      collect(schema, value, pointer, isRoot: true, into: &evaluated)
      for (index, element) in elements.enumerated() where !evaluated.indices.contains(index) {
        if rule.value == false {
          add("\(pointer)/\(index)", keyword, rule.pointer, "must be absent: no other elements are allowed")
        } else {
          descend(element, "\(pointer)/\(index)", rule)
        }
      }
    default: return
    }
  }

  /// Collects the parts that a schema describes, including the schemas that apply to the same value.
  ///
  /// - Parameter isRoot: true for the schema with the keyword, whose own `unevaluated…` describes no parts.
  private mutating func collect(
    _ schema: OpenAPINode, _ value: JSONValue, _ pointer: String, isRoot: Bool = false, into evaluated: inout Evaluated
  ) {
    guard evaluated.depth < 200, evaluated.schemas.insert(schema.pointer).inserted,
      case .object(let rules) = schema.value
    else { return }
    evaluated.depth += 1
    defer { evaluated.depth -= 1 }
    if let text = rules["$ref"]?.string, let target = try? references.target(of: text, at: schema.pointer) {
      collect(target, value, pointer, into: &evaluated)
      if version == .v30 { return }
    }
    switch value {
    case .object(let members): collectMembers(schema, members, isRoot, into: &evaluated)
    case .array(let elements): collectElements(schema, elements, pointer, isRoot, into: &evaluated)
    default: return
    }
    for part in schema["allOf"]?.elements ?? [] { collect(part, value, pointer, into: &evaluated) }
    for branch in (schema["anyOf"]?.elements ?? []) + (schema["oneOf"]?.elements ?? [])
    where trial(value, pointer, branch, isAlternative: true).isEmpty {
      collect(branch, value, pointer, into: &evaluated)
    }
    if let condition = schema["if"] {
      let isMet = trial(value, pointer, condition).isEmpty
      if isMet { collect(condition, value, pointer, into: &evaluated) }
      if let branch = schema[isMet ? "then" : "else"] { collect(branch, value, pointer, into: &evaluated) }
    }
    for (name, part) in schema["dependentSchemas"]?.members ?? [] where value[name] != nil {
      collect(part, value, pointer, into: &evaluated)
    }
  }

  private func collectMembers(
    _ schema: OpenAPINode, _ members: JSONObject, _ isRoot: Bool, into evaluated: inout Evaluated
  ) {
    if schema.value["additionalProperties"] != nil || (!isRoot && schema.value["unevaluatedProperties"] != nil) {
      evaluated.names.formUnion(members.names)
      return
    }
    let listed = schema.value["properties"]?.object ?? JSONObject()
    let patterns = (schema.value["patternProperties"]?.object ?? JSONObject()).names.map(SchemaPattern.compiled)
    for name in members.names where listed[name] != nil || patterns.contains(where: { $0.matches(name) }) {
      evaluated.names.insert(name)
    }
  }

  private mutating func collectElements(
    _ schema: OpenAPINode, _ elements: [JSONValue], _ pointer: String, _ isRoot: Bool, into evaluated: inout Evaluated
  ) {
    if schema.value["items"] != nil || (!isRoot && schema.value["unevaluatedItems"] != nil) {
      evaluated.indices.formUnion(elements.indices)
      return
    }
    evaluated.indices.formUnion(0..<min(schema.value["prefixItems"]?.array?.count ?? 0, elements.count))
    guard let contained = schema["contains"] else { return }
    for (index, element) in elements.enumerated() where trial(part: element, "\(pointer)/\(index)", contained).isEmpty {
      evaluated.indices.insert(index)
    }
  }
}
