internal import ContractCoding

// Values that break one rule. The generator checks all values, so a valid value is harmless.
extension ValueMaker {
  private static let variedDepth = 4

  mutating func invalidValues(of schemas: [OpenAPINode], depth: Int) -> [JSONValue] {
    invalidValues(rules(of: schemas), depth)
  }

  private mutating func invalidValues(_ rules: SchemaRules, _ depth: Int) -> [JSONValue] {
    guard depth < Self.variedDepth else { return [] }
    var values = wrongTypes(rules)
    for negation in rules.negations {
      if let value = value(self.rules(of: [negation]), depth: 20) { values.append(value) }
    }
    if let choices = rules.choices { return values + choices.prefix(1).flatMap(Self.neighbors) }
    if let condition = rules.conditions.first {
      return values + self.rules(rules, under: condition).flatMap { invalidValues($0, depth + 1) }
    }
    if let group = rules.groups.first {
      for branch in group.branches.prefix(20) {
        values += invalidValues(self.rules(rules, choosing: branch), depth + 1)
      }
      return values
    }
    // The types are sorted, because the order of a set differs between processes, and equal seeds must result in equal values.
    let types = rules.types.map(Array.init) ?? rules.probableTypes
    for type in types.sorted(by: { $0.rawValue < $1.rawValue }) {
      switch type {
      case .null, .boolean: continue
      case .integer, .number: values += numbers(rules, type)
      case .string: values += strings(rules)
      case .array: values += arrays(rules.arrays, depth)
      case .object: values += objects(rules.objects, depth)
      }
    }
    return values
  }

  private func wrongTypes(_ rules: SchemaRules) -> [JSONValue] {
    guard let types = rules.types else { return rules.choices == nil ? [] : [.null, "x", 0.5] }
    let samples: [(SchemaRules.ValueType, JSONValue)] = [
      (.string, "x"), (.integer, 7), (.boolean, true), (.null, .null), (.array, []), (.object, [:]),
    ]
    return samples.filter { !types.contains($0.0) }.map(\.1)
  }

  /// Returns values that resemble a choice.
  private static func neighbors(of choice: JSONValue) -> [JSONValue] {
    switch choice {
    case .string(let text): [.string(text + "x"), .string(text.uppercased() + "X"), ""]
    case .number(let digits): [.number(JSONDigits((ExactDecimal(digits).integer ?? 0) &+ 1_000_003))]
    case .bool(let flag): [.bool(!flag)]
    default: ["x"]
    }
  }

  private mutating func numbers(_ rules: SchemaRules, _ type: SchemaRules.ValueType) -> [JSONValue] {
    let numbers = rules.numbers.within(rules.format)
    var values: [JSONValue] = rules.types?.contains(.number) == true ? [] : [0.5, 1.5]
    for (bound, step) in [(numbers.lower, -1.0), (numbers.upper, 1.0)] {
      guard let bound else { continue }
      if bound.isExclusive { values.append(.number(bound.number)) }
      if let integer = bound.value.integer, integer.magnitude < 1 << 100 {
        values.append(.number(JSONDigits(integer + Int128(step))))
      } else if let double = bound.number.double, let digits = JSONDigits(double + step) {
        values.append(.number(digits))
      }
    }
    for multiple in rules.numbers.multiples {
      for valid in [0, (type == .integer ? integer(rules) : number(rules))?.double ?? 0] {
        for part in [multiple.double.map { $0 / 2 }, 1, -1] {
          if let part, let digits = JSONDigits(valid + part) { values.append(.number(digits)) }
        }
      }
    }
    return values
  }

  private mutating func strings(_ rules: SchemaRules) -> [JSONValue] {
    var values: [JSONValue] = []
    let (length, valid) = (rules.strings.length, string(rules) ?? "")
    if length.minimum > 0, length.minimum <= Self.maxLength {
      values.append(.string(String(valid.unicodeScalars.prefix(length.minimum - 1))))
    }
    if let most = length.maximum, most < Self.maxLength {
      let filler = valid.unicodeScalars.last.map(String.init) ?? "a"
      values.append(.string(String(repeating: filler, count: max(most, 0) + 1)))
    }
    if !rules.strings.patterns.isEmpty {
      values += [.string(valid + "\u{1}"), "", "~", "0", "a", .string("~" + valid), .string(valid + valid + "~")]
    }
    if let format = rules.format.flatMap(TextFormat.init) {
      switch format {
      case .dateTime: values += ["2024-02-30T00:00:00Z", "2024-01-01", "x"]
      case .date: values += ["2024-02-30", "x"]
      case .uuid: values += ["6ba7b810-9dad-11d1-80b4", "x"]
      case .uri: values += ["no scheme", "a b:c"]
      case .uriReference: values += ["1:a", "http://a:b"]
      case .byte: values += ["a", "*"]
      default: break
      }
    }
    if rules.strings.encoding == "base64" { values += ["a", "*"] }
    return values
  }

  private mutating func arrays(_ arrays: ArrayRules, _ depth: Int) -> [JSONValue] {
    var values: [JSONValue] = []
    if arrays.count.minimum > 0, let value = array(arrays, count: arrays.count.minimum - 1, depth: 20) {
      values.append(value)
    }
    if let most = arrays.count.maximum, most < Self.maxCount, let value = array(arrays, count: most + 1, depth: 20) {
      values.append(value)
    }
    if arrays.isUnique, let element = value(rules(of: arrays.items), depth: 20) {
      values.append(.array(Array(repeating: element, count: max(2, min(arrays.count.minimum, Self.maxCount)))))
    }
    guard case .array(let valid)? = array(arrays, count: max(1, arrays.count.minimum), depth: 20) else { return values }
    for (index, schemas) in (arrays.prefix.isEmpty ? [arrays.items] : arrays.prefix).enumerated()
    where index < valid.count {
      for invalid in invalidValues(of: schemas, depth: depth + 1) {
        var elements = valid
        elements[index] = invalid
        values.append(.array(elements))
      }
    }
    return values
  }

  private mutating func objects(_ objects: ObjectRules, _ depth: Int) -> [JSONValue] {
    guard case .object(let valid)? = object(objects, depth: 20, including: { _, _ in false }) else { return [] }
    var values: [JSONValue] = []
    for name in objects.required {
      var object = valid
      object[name] = nil
      values.append(.object(object))
    }
    if objects.isClosed || objects.unevaluated.contains(where: { $0.value == false }) {
      var object = valid
      object["unknownMember"] = 1
      values.append(.object(object))
    }
    var parts = objects.members.map { ($0.name, $0.schemas) }
    if parts.isEmpty, !objects.additional.isEmpty { parts.append(("key", objects.additional)) }
    for (name, schemas) in parts {
      for invalid in invalidValues(of: schemas, depth: depth + 1) {
        var object = valid
        object[name] = invalid
        values.append(.object(object))
      }
    }
    return values
  }
}
