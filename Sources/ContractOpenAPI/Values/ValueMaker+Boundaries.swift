internal import ContractCoding

// Valid values at the edges of rules. The generator checks all values, so an impossible value is harmless.
extension ValueMaker {
  /// The depth to which parts of a value are varied.
  private static let variedDepth = 3
  private static let manyChoices = 50

  mutating func boundaryValues(of schemas: [OpenAPINode], depth: Int) -> [JSONValue] {
    boundaryValues(rules(of: schemas), depth)
  }

  private mutating func boundaryValues(_ rules: SchemaRules, _ depth: Int) -> [JSONValue] {
    guard depth < Self.variedDepth else { return value(rules, depth: 20).map { [$0] } ?? [] }
    if let choices = rules.choices { return Array(choices.prefix(Self.manyChoices)) }
    if let condition = rules.conditions.first {
      return self.rules(rules, under: condition).flatMap { boundaryValues($0, depth + 1) }
    }
    if let group = rules.groups.first {
      return group.branches.prefix(Self.manyChoices).flatMap {
        boundaryValues(self.rules(rules, choosing: $0), depth + 1)
      }
    }
    var types = rules.types ?? Set(rules.probableTypes)
    if types.contains(.number) { types.remove(.integer) }
    return types.sorted { $0.rawValue < $1.rawValue }.flatMap { boundaryValues(rules, of: $0, depth) }
  }

  private mutating func boundaryValues(
    _ rules: SchemaRules, of type: SchemaRules.ValueType, _ depth: Int
  ) -> [JSONValue] {
    switch type {
    case .null: return [.null]
    case .boolean: return [true, false]
    case .integer:
      guard let range = integerRange(rules) else { return [] }
      let values = [range.lowerBound, range.lowerBound + 1, 0, 1, -1, range.upperBound - 1, range.upperBound]
      return values.map { .number(JSONDigits($0)) }
    case .number:
      let bounds = [rules.numbers.lower, rules.numbers.upper].compactMap { $0.map { JSONValue.number($0.number) } }
      return bounds + [0, 0.5, -0.5, 1] + [number(rules)].compactMap { $0 }
    case .string: return strings(rules)
    case .array: return arrays(rules.arrays, depth)
    case .object: return objects(rules.objects, depth)
    }
  }

  private mutating func strings(_ rules: SchemaRules) -> [JSONValue] {
    var values: [JSONValue] = []
    if rules.format == "date-time" {
      values += ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2024-02-29T23:59:59+14:00"]
    }
    if rules.strings.encoding == "base64" || rules.format == "byte" { values.append("") }
    if rules.strings.patterns.isEmpty, rules.format == nil {
      let length = rules.strings.length
      for count in [length.minimum, length.maximum ?? length.minimum] where count <= Self.maxLength {
        values.append(.string(text(count: count)))
        // The emoji show whether a code point of four bytes counts as one character.
        if alphabet == .text { values.append(.string(String(repeating: "🙂", count: count))) }
      }
    }
    for _ in 0..<3 { if let text = string(rules) { values.append(.string(text)) } }
    return values
  }

  private mutating func arrays(_ arrays: ArrayRules, _ depth: Int) -> [JSONValue] {
    var values: [JSONValue] = []
    for count in [arrays.count.minimum, arrays.count.maximum ?? arrays.count.minimum + 1] where count <= Self.maxCount {
      if let value = array(arrays, count: count, depth: 20) { values.append(value) }
    }
    guard arrays.count.minimum <= 1, arrays.count.maximum ?? 1 >= 1, arrays.prefix.isEmpty else { return values }
    return values + boundaryValues(of: arrays.items, depth: depth + 1).map { .array([$0]) }
  }

  private mutating func objects(_ objects: ObjectRules, _ depth: Int) -> [JSONValue] {
    let all = object(objects, depth: 0) { _, _ in true }
    guard case .object(let required)? = object(objects, depth: 20, including: { _, _ in false }) else {
      return [all].compactMap { $0 }
    }
    var values = [.object(required)] + [all].compactMap { $0 }
    for member in objects.members {
      for value in boundaryValues(of: member.schemas, depth: depth + 1) {
        var object = required
        object[member.name] = value
        values.append(.object(object))
      }
    }
    if objects.members.isEmpty {
      for value in boundaryValues(of: objects.additional, depth: depth + 1) { values.append(["key": value]) }
    }
    return values
  }
}
