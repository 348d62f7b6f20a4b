internal import ContractCoding

// Subtypes that extend a schema with a discriminator, without being listed by it.
extension TypeScriptReader {
  /// Returns a schema with its subtypes as alternatives, and a last alternative for other values of the discriminator.
  func listing(_ subtypes: [SchemaSubtypes.Subtype], in schema: JSONValue) -> JSONValue {
    let references = subtypes.map(\.reference).filter { Self.component($0) != nil }
    guard !references.isEmpty, let tag = schema["discriminator"]?["propertyName"]?.string else { return schema }
    var alternatives: [JSONValue] = []
    for reference in references where !alternatives.contains(["$ref": .string(reference)]) {
      alternatives.append(["$ref": .string(reference)])
    }
    let declared = property(tag, of: schema)
    if declared?["enum"] == nil, declared?["const"] == nil {
      let properties = JSONObject([(tag, ["type": "string"] as JSONValue)])
      alternatives.append(["type": "object", "required": [.string(tag)], "properties": .object(properties)])
    }
    var listing = schema
    listing["oneOf"] = .array(alternatives)
    return listing
  }
}
