internal import ContractCoding
internal import ContractHTTP

extension TypeScriptReader {
  /// Reads the alternatives of `oneOf` or `anyOf`. They become a discriminated union if a member distinguishes them.
  mutating func union(_ alternatives: [JSONValue], of schema: JSONValue, at place: String) -> TypeScriptType {
    var types: [TypeScriptType] = []
    for (index, alternative) in alternatives.enumerated() {
      types.append(type(alternative, at: "\(place)/\(index)"))
    }
    if let open = openStrings(types) { return open }
    // OpenAPI 3.0 has no type for null, so alternatives are compared by the types that they became.
    let others = zip(alternatives, types).filter { $0.1 != .null }.map(\.0)
    guard let tag = tag(of: others, named: schema["discriminator"]?["propertyName"]?.string) else {
      return .anyOf(types)
    }
    let mapping = schema["discriminator"]?["mapping"]?.object ?? [:]
    for (index, alternative) in alternatives.enumerated() where types[index] != .null {
      types[index] = tagged(types[index], alternative, by: tag, mapping)
    }
    return .anyOf(types)
  }

  /// Returns an open enumeration for known strings combined with any string.
  private func openStrings(_ types: [TypeScriptType]) -> TypeScriptType? {
    let parts = types.flatMap(\.alternatives)
    let known = parts.compactMap { type -> JSONValue? in
      if case .literal(let value, _) = type, value.string != nil { value } else { nil }
    }
    guard !known.isEmpty, parts.contains(.string), parts.allSatisfy({ $0.isStringOrNull }) else { return nil }
    return parts.contains(.null) ? .anyOf([.open(known), .null]) : .open(known)
  }

  /// Returns the member that distinguishes alternatives other than null: the declared member, or the first member that has
  /// a different constant in each alternative. In one alternative, this member may be any string.
  private func tag(of objects: [JSONValue], named declared: String?) -> String? {
    if let declared { return declared }
    guard objects.count > 1, let first = objects.first else { return nil }
    return constants(of: first).names.first { name in
      let values = objects.compactMap { constants(of: $0)[name] }
      let open = objects.filter { constants(of: $0)[name] == nil }
      return values.count >= objects.count - 1 && Set(values).count == values.count
        && open.allSatisfy { property(name, of: $0)?["type"]?.string == "string" }
    }
  }

  /// Returns the type of an alternative, with a tag by which TypeScript can distinguish it from the others.
  private func tagged(
    _ type: TypeScriptType, _ alternative: JSONValue, by tag: String, _ mapping: JSONObject
  ) -> TypeScriptType {
    if constants(of: alternative)[tag] != nil { return type }
    if let name = alternative["$ref"]?.string.flatMap(Self.component) {
      let mapped = mapping.filter { member in
        member.value.string == name || member.value.string.flatMap(Self.component) == name
      }
      let values = mapped.isEmpty ? [name] : mapped.map(\.name)
      let literals = values.map { TypeScriptType.literal(.string($0), isLarge: false) }
      return .allOf([
        type, .object([TypeScriptMember(name: tag, type: .anyOf(literals), isOptional: false)], rest: nil),
      ])
    }
    guard case .object(var members, _) = type, let index = members.firstIndex(where: { $0.name == tag }),
      members[index].type == .string
    else { return type }
    members[index].type = .unknownTag
    return .object(members, rest: .any)
  }

  // MARK: - Facts about objects

  /// Returns the required members of an object that have one value each, looked up through references and `allOf`.
  func constants(of schema: JSONValue) -> JSONObject {
    var constants = JSONObject()
    for part in parts(of: schema) {
      let required = Set(part["required"]?.array ?? [])
      for (name, property) in part["properties"]?.object ?? [:]
      where constants[name] == nil && required.contains(.string(name)) {
        let values = property["enum"]?.array
        constants[name] = property["const"] ?? (values?.count == 1 ? values?.first : nil)
      }
    }
    return constants
  }

  /// Returns the schema of a member, looked up through references and `allOf`.
  func property(_ name: String, of schema: JSONValue) -> JSONValue? {
    parts(of: schema).lazy.compactMap { $0["properties"]?[name] }.first
  }

  /// Returns a schema and the schemas that it includes with references and `allOf`, each before those that it includes.
  ///
  /// Each reference is followed once, because schemas may include themselves, or others several times.
  private func parts(of schema: JSONValue) -> [JSONValue] {
    var (parts, waiting, followed): ([JSONValue], [JSONValue], Set<String>) = ([], [schema], [])
    while let part = waiting.popLast() {
      parts.append(part)
      waiting += (part["allOf"]?.array ?? []).reversed()
      guard let reference = part["$ref"]?.string, followed.insert(OpenAPIReferences.decoded(reference)).inserted,
        let target = target(reference)
      else { continue }
      waiting.append(target)
    }
    return parts
  }
}

extension TypeScriptType {
  fileprivate var isStringOrNull: Bool {
    switch self {
    case .string, .null, .open: true
    case .literal(let value, _): value.string != nil
    default: false
    }
  }
}
