extension JSONSchema {
  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The name of the type that declares the member; nil for an inline schema.
    package let owner: String?
    /// The coding key, before any key mapping.
    package let name: String
  }

  /// The members whose names a key mapping changes: those of the schema, and of all types to which it refers, in the order
  /// of declaration. Each type occurs once, so types may be recursive.
  package var mappedMembers: [Member] {
    var collection = MemberCollection()
    collection.add(self, of: name)
    return collection.members
  }
}

/// The members found in a schema.
private struct MemberCollection {
  /// A type whose members are known, or an alternative of a tagged enumeration.
  private struct Known: Hashable {
    let type: ObjectIdentifier
    var alternative: Int?
  }

  private(set) var members: [JSONSchema.Member] = []
  private var known: Set<Known> = []

  mutating func add(_ schema: JSONSchema, of owner: String?) {
    let schema = schema.resolved
    if let type = schema.type {
      guard known.insert(Known(type: ObjectIdentifier(type))).inserted else { return }
      return add(type.schema, of: type.schema.name)
    }
    if let type = schema.recorded {
      guard let contents = type.contents,
        known.insert(Known(type: type.id, alternative: type.alternative)).inserted
      else { return }
      return add(contents, of: type.name)
    }
    for property in schema.properties {
      if !property.isExact { members.append(JSONSchema.Member(owner: owner, name: property.name)) }
      add(property.schema, of: owner)
    }
    for inner in [schema.items, schema.additionalProperties].compactMap({ $0 }) + schema.oneOf { add(inner, of: owner) }
  }
}
