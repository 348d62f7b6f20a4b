// Schemas of generated code, in which members and cases are identified by their indices.
extension JSONSchema {
  /// Creates the schema of an object with these members, named after its type.
  public init(_ keys: SchemaKeys) {
    self.init(.object)
    name = keys.table.pointee.type.map { JSONSchema.name(of: $0) }
    properties = keys.table.pointee.members.map { member in
      Property(member.name, member.type.map(JSONSchema.of) ?? JSONSchema(), isRequired: member.required != nil)
    }
  }

  /// Creates the schema of an array whose elements are these members, named after its type.
  public init(positions keys: SchemaKeys) {
    self.init(keys)
    types = [.array]
    isPositional = true
    let counts = keys.table.pointee.counts
    self.counts = SizeBounds(minimum: counts.lowerBound, maximum: counts.upperBound)
    for index in properties.indices { properties[index].isExact = true }
  }

  /// Creates the schema of an enumeration with associated values, named after its type.
  ///
  /// - Parameter cases: the associated values of each case; nil for a case without any.
  public init(_ keys: SchemaKeys, cases: [SchemaKeys?]) {
    self.init()
    name = keys.table.pointee.type.map { JSONSchema.name(of: $0) }
    oneOf = zip(keys.table.pointee.members, cases).map { member, values in
      var alternative = JSONSchema(.object)
      alternative.properties = [Property(member.name, values.map { JSONSchema($0) } ?? JSONSchema(.object))]
      return alternative
    }
  }

  /// Documents the type.
  public mutating func note(_ text: String? = nil, examples: [JSONSample] = [], isDeprecated: Bool = false) {
    description = text
    self.examples = examples
    self.isDeprecated = isDeprecated
  }

  /// Documents a member of an object or a case.
  public mutating func note(
    _ index: Int, _ text: String? = nil, default value: JSONSample? = nil, constant: JSONSample? = nil,
    examples: [JSONSample] = [], isDeprecated: Bool = false
  ) {
    guard oneOf.isEmpty else { return oneOf[index].note(text, examples: examples, isDeprecated: isDeprecated) }
    properties[index].schema.note(text, examples: examples, isDeprecated: isDeprecated)
    properties[index].schema.defaultValue = value
    properties[index].schema.constant = constant
  }
}
