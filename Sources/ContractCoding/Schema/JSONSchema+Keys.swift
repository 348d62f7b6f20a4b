// What generated code says about a type. Members and cases are known by their positions.
extension JSONSchema {
  /// The schema of an object with these members, under the name of its type.
  public init(_ keys: SchemaKeys) {
    self.init(.object)
    name = keys.table.pointee.type.map { JSONSchema.name(of: $0) }
    properties = keys.table.pointee.members.map { member in
      Property(member.name, member.type.map(JSONSchema.of) ?? JSONSchema(), isRequired: member.required != nil)
    }
  }

  /// The schema of an enumeration with associated values, under the name of its type.
  ///
  /// - Parameter cases: The names of each case's associated values; nil for a case without any.
  public init(_ keys: SchemaKeys, cases: [SchemaKeys?]) {
    self.init()
    name = keys.table.pointee.type.map { JSONSchema.name(of: $0) }
    oneOf = zip(keys.table.pointee.members, cases).map { member, values in
      var alternative = JSONSchema(.object)
      alternative.properties = [Property(member.name, values.map { JSONSchema($0) } ?? JSONSchema(.object))]
      return alternative
    }
  }

  /// Says something about the type.
  public mutating func note(_ text: String? = nil, examples: [JSONSample] = [], isDeprecated: Bool = false) {
    description = text
    self.examples = examples
    self.isDeprecated = isDeprecated
  }

  /// Says something about a member of an object, or about a case.
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
