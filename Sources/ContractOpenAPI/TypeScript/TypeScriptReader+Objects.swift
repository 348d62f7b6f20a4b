internal import ContractCoding
internal import ContractHTTP

extension TypeScriptReader {
  /// Reads the members of an object.
  mutating func object(_ schema: JSONObject, at place: String) -> TypeScriptType {
    let required = Set((schema["required"]?.array ?? []).compactMap { $0.string.map { Array($0.utf8) } })
    var members: [TypeScriptMember] = []
    for (name, property) in schema["properties"]?.object ?? [:] {
      let place = "\(place)/properties/\(JSONPointer.token(name))"
      let isReadOnly = property["readOnly"]?.bool == true
      let isOneWay = isReadOnly || property["writeOnly"]?.bool == true
      members.append(
        TypeScriptMember(
          name: name, type: type(property, at: place),
          // A read-only or write-only member is optional, because one type is used in both directions, and the member is absent
          // in one.
          isOptional: isOneWay || !required.contains(Array(name.utf8)), isReadOnly: isReadOnly,
          notes: Self.notes(on: property)))
    }
    let rest = additional(schema, at: place)
    guard !members.isEmpty else { return .dictionary(rest ?? .any) }
    return .object(members, rest: rest)
  }

  /// Returns the type of members that are not listed; nil if the schema has no rule for them.
  private mutating func additional(_ schema: JSONObject, at place: String) -> TypeScriptType? {
    guard let additional = schema["additionalProperties"], additional.bool == nil else { return nil }
    return type(additional, at: place + "/additionalProperties")
  }

  /// Returns the paragraphs of the documentation comment for a schema, parameter or operation.
  static func notes(on value: JSONValue, default isWithDefault: Bool = true) -> [String] {
    var notes: [String] = []
    if let text = value["description"]?.string ?? value["summary"]?.string, !text.isEmpty { notes.append(text) }
    if isWithDefault, let usual = value["default"] ?? value["schema"]?["default"] {
      notes.append("@default \(usual.description)")
    }
    if value["deprecated"]?.bool == true || value["schema"]?["deprecated"]?.bool == true {
      notes.append("@deprecated")
    }
    return notes
  }
}
