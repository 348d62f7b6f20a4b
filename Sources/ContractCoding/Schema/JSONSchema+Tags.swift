extension JSONSchema {
  /// The member that distinguishes the alternatives of ``oneOf``, as OpenAPI's `discriminator` describes it.
  public struct Discriminator: Sendable, Hashable {
    /// The name of the member.
    public var name: String
    /// The value of the member in each alternative of ``oneOf``; nil for the alternative that allows all other values.
    public var values: [String?]
    /// The member with the values of the case; nil if they are members next to the tag.
    public var content: String?

    /// True when other values are allowed. Several alternatives may then apply.
    public var isOpen: Bool { values.contains(nil) }

    /// Creates a discriminator.
    public init(_ name: String, values: [String?], content: String? = nil) {
      self.name = name
      self.values = values
      self.content = content
    }
  }

  /// The values of one case of a tagged enumeration, for generated code.
  public enum TaggedCase {
    /// No values; for unknown tags, any values.
    case empty
    /// Values by name.
    case members(SchemaKeys)
    /// One value.
    case value(any Any.Type)
  }

  /// Creates the schema of a tagged enumeration.
  public init(_ tags: SchemaTags, cases: [TaggedCase]) {
    self.init()
    name = JSONSchema.name(of: tags.type)
    discriminator = Discriminator(tags.name, values: tags.values, content: tags.content)
    oneOf = zip(tags.values, cases).map { value, element in
      var tag = JSONSchema(.string)
      tag.constant = value.flatMap { text in
        var writer = JSONWriter()
        writer.write(text)
        return JSONSample(json: String(decoding: writer.bytes, as: UTF8.self))
      }
      if tag.constant != nil { tag.types = [] }
      var alternative = JSONSchema(.object)
      switch element {
      case .empty: break
      case .members(let keys) where tags.content == nil: alternative = JSONSchema(keys)
      case .value(let type) where tags.content == nil:
        alternative = (type as? any Schema.Type)?.schema ?? alternative
        alternative.name = nil
      case .members(let keys): alternative.properties = [.exact(tags.content ?? "", JSONSchema(keys))]
      case .value(let type):
        let isRequired = !(type is any SchemaOptional.Type)
        alternative.properties = [.exact(tags.content ?? "", .of(type), isRequired: isRequired)]
      }
      alternative.properties.removeAll { $0.name == tags.name }
      alternative.properties.insert(.exact(tags.name, tag), at: 0)
      return alternative
    }
  }
}

extension JSONSchema {
  /// Creates the schema of an enumeration whose object has one member, named after a case, with the values of the case.
  ///
  /// - Parameter keepsUnknown: true if objects with other members are allowed.
  public init(_ keys: SchemaKeys, keepsUnknown: Bool = false, keyed cases: [TaggedCase]) {
    self.init()
    name = keys.table.pointee.type.map { JSONSchema.name(of: $0) }
    hasOpenAlternative = keepsUnknown
    oneOf = zip(keys.table.pointee.members, cases).map { member, element in
      var alternative = JSONSchema(.object)
      let content: JSONSchema =
        switch element {
        case .empty: JSONSchema(.object)
        case .members(let keys): JSONSchema(keys)
        case .value(let type): .of(type)
        }
      alternative.properties = [Property(member.name, content)]
      return alternative
    }
    if keepsUnknown { oneOf.append(JSONSchema(.object)) }
  }

  /// Turns the alternatives of an enumeration into references to definitions such as `ShapeCircle`.
  mutating func nameAlternatives(of type: ObjectIdentifier, named name: String) {
    guard let discriminator else { return nameKeyedAlternatives(of: type, named: name) }
    for (index, value) in discriminator.values.enumerated() where index < oneOf.count {
      nameAlternative(index, of: type, named: name + JSONSchema.word(of: value ?? ""))
    }
  }

  /// Turns the alternatives of an enumeration whose cases are keys into references to definitions such as `StepMove`.
  /// The alternative that allows other keys stays.
  private mutating func nameKeyedAlternatives(of type: ObjectIdentifier, named name: String) {
    let keyed = oneOf.indices.filter { oneOf[$0].types == [.object] && oneOf[$0].properties.count == 1 }
    guard keyed.count > 1, keyed.count + (hasOpenAlternative ? 1 : 0) == oneOf.count else { return }
    for index in keyed {
      nameAlternative(index, of: type, named: name + JSONSchema.word(of: oneOf[index].properties[0].name))
    }
  }

  private mutating func nameAlternative(_ index: Int, of type: ObjectIdentifier, named name: String) {
    var reference = JSONSchema()
    reference.recorded = RecordedType(id: type, alternative: index, name: name, contents: oneOf[index])
    oneOf[index] = reference
  }
}

extension JSONSchema.Property {
  /// Returns a member whose name no key mapping changes.
  fileprivate static func exact(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) -> Self {
    var property = Self(name, schema, isRequired: isRequired)
    property.isExact = true
    return property
  }
}

/// Types whose value may be absent.
protocol SchemaOptional {}

extension Optional: SchemaOptional {}
