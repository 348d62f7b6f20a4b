extension JSONSchema {
  /// Says the rules of a member of an object.
  ///
  /// - Parameter member: the member's position.
  public mutating func check<Value>(_ member: Int, _ rules: [Validation<Value>]) {
    for keyword in rules.flatMap(\.keywords) { properties[member].schema.add(keyword) }
  }

  /// Says one rule about the values.
  public mutating func add(_ keyword: ValidationKeyword) {
    switch keyword {
    case .minimum(let bound): add(bound, \.minimum, "must be at least")
    case .exclusiveMinimum(let bound): add(bound, \.exclusiveMinimum, "must be more than")
    case .maximum(let bound): add(bound, \.maximum, "must be at most")
    case .exclusiveMaximum(let bound): add(bound, \.exclusiveMaximum, "must be less than")
    case .minLength(let size): lengths.minimum = size
    case .maxLength(let size): lengths.maximum = size
    case .minItems(let size): counts.minimum = size
    case .maxItems(let size): counts.maximum = size
    // A pattern of JSON Schema matches anywhere in a text.
    case .pattern(let text): pattern = "^(?:\(text))$"
    case .items(let keywords):
      var items = items ?? JSONSchema()
      for keyword in keywords { items.add(keyword) }
      self.items = items
    case .custom(let requirement): requirements.append(requirement)
    }
  }

  /// Adds the bound of a number; JSON Schema has no words for those of dates and texts.
  private mutating func add(_ bound: String, _ place: WritableKeyPath<NumberBounds, String?>, _ words: String) {
    if Double(bound) != nil { bounds[keyPath: place] = bound } else { requirements.append("\(words) \(bound)") }
  }
}
