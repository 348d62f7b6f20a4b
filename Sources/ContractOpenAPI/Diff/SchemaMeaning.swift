internal import ContractCoding

/// The rules of schemas and of everything they refer to, without annotations. Equal rules allow equal values.
struct SchemaMeaning: Hashable {
  /// The annotation keywords, which do not restrict values.
  private static let notes: Set<String> = [
    "title", "description", "default", "example", "examples", "deprecated", "$comment", "externalDocs",
  ]
  /// The keywords whose members are names chosen by the author.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "dependentRequired", "$defs",
  ]

  /// The schemas, followed by the targets of their references. Each target occurs once.
  private var values: [JSONValue] = []

  init(_ nodes: [OpenAPINode], _ document: OpenAPIDocument) {
    var (waiting, known): ([String], Set<String>) = ([], [])
    for node in nodes { values.append(Self.rules(of: node.value, &waiting)) }
    var next = 0
    while next < waiting.count {
      let text = waiting[next]
      next += 1
      guard known.insert(text).inserted, let target = try? document.target(of: text, at: "") else { continue }
      values.append(Self.rules(of: target.value, &waiting))
    }
  }

  /// Returns a schema without annotations, and adds its references.
  private static func rules(of value: JSONValue, isMap: Bool = false, _ references: inout [String]) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { rules(of: $0, &references) })
    case .object(let members):
      if !isMap, let text = members["$ref"]?.string { references.append(text) }
      var kept = JSONObject()
      for (name, value) in members where isMap || !notes.contains(name) {
        let isData = !isMap && (name == "enum" || name == "const")
        kept[name] = isData ? value : rules(of: value, isMap: !isMap && maps.contains(name), &references)
      }
      return .object(kept)
    default: return value
    }
  }
}
