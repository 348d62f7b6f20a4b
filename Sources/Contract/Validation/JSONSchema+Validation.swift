extension JSONSchema {
  /// Adds the rules of a member to an object's schema.
  ///
  /// - Parameter member: the index of the member.
  public mutating func check<Value>(_ member: Int, _ rules: [Validation<Value>]) {
    for keyword in rules.flatMap(\.keywords) { properties[member].schema.add(keyword) }
  }

  /// Adds one rule to the schema. Of several bounds of one kind the strictest applies, because a value must satisfy
  /// all.
  public mutating func add(_ keyword: ValidationKeyword) {
    switch keyword {
    case .minimum(let bound): add(bound, \.minimum, "must be at least", isStricter: >)
    case .exclusiveMinimum(let bound): add(bound, \.exclusiveMinimum, "must be more than", isStricter: >)
    case .maximum(let bound): add(bound, \.maximum, "must be at most", isStricter: <)
    case .exclusiveMaximum(let bound): add(bound, \.exclusiveMaximum, "must be less than", isStricter: <)
    case .minLength(let size): lengths.minimum = max(size, lengths.minimum ?? 0)
    case .maxLength(let size): lengths.maximum = min(size, lengths.maximum ?? size)
    case .minItems(let size): add(count: size, \.minimum, "must have at least", max)
    case .maxItems(let size): add(count: size, \.maximum, "must have at most", min)
    case .pattern(let text): add(pattern: text)
    case .items(let keywords):
      var items = items ?? JSONSchema()
      for keyword in keywords { items.add(keyword) }
      self.items = items
    case .custom(let requirement): requirements.append(requirement)
    }
  }

  private mutating func add(pattern text: String) {
    // A JSON Schema pattern matches anywhere in a string.
    let whole = "^(?:\(text))$"
    if pattern == nil || pattern == whole { pattern = whole } else { requirements.append("must match \(text) too") }
  }

  /// Adds a numeric bound. JSON Schema has no keywords for bounds of dates and strings, nor for infinity.
  private mutating func add(
    _ bound: String, _ target: WritableKeyPath<NumberBounds, String?>, _ words: String,
    isStricter: (Double, Double) -> Bool
  ) {
    guard let number = Double(bound), mayBe(.number) || mayBe(.integer) else {
      return requirements.append("\(words) \(bound)")
    }
    guard number.isFinite else { return }
    if let known = bounds[keyPath: target].flatMap(Double.init), !isStricter(number, known) { return }
    bounds[keyPath: target] = bound
  }

  /// Adds a bound on the number of elements. JSON Schema counts the elements of arrays, but not the bytes of a string.
  private mutating func add(
    count: Int, _ target: WritableKeyPath<SizeBounds, Int?>, _ words: String, _ strictest: (Int, Int) -> Int
  ) {
    guard mayBe(.array) else { return requirements.append("\(words) \(count) elements") }
    counts[keyPath: target] = strictest(count, counts[keyPath: target] ?? count)
  }

  /// Returns false for a type that the schema excludes.
  private func mayBe(_ kind: ValueType) -> Bool {
    let types = resolved.types
    return types.isEmpty || types.contains(kind)
  }
}
