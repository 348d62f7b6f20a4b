internal import ContractCoding
internal import ContractHTTP

// The keywords of numbers, strings, arrays and objects.
extension ValueCheck {
  mutating func checkNumber(
    _ keyword: String, _ rule: OpenAPINode, _ digits: JSONDigits, _ pointer: String, _ schema: OpenAPINode
  ) {
    guard case .number(let bound) = rule.value else { return }
    let (value, limit) = (ExactDecimal(digits), ExactDecimal(bound))
    // In 3.0, `exclusiveMinimum` is a Boolean next to `minimum`.
    switch keyword {
    case "minimum":
      let isExclusive = schema.value["exclusiveMinimum"]?.bool == true
      if value < limit || (isExclusive && value == limit) {
        add(pointer, keyword, rule.pointer, "must be \(isExclusive ? "more than" : "at least") \(rule.value)")
      }
    case "maximum":
      let isExclusive = schema.value["exclusiveMaximum"]?.bool == true
      if value > limit || (isExclusive && value == limit) {
        add(pointer, keyword, rule.pointer, "must be \(isExclusive ? "less than" : "at most") \(rule.value)")
      }
    case "exclusiveMinimum":
      if value <= limit { add(pointer, keyword, rule.pointer, "must be more than \(rule.value)") }
    case "exclusiveMaximum":
      if value >= limit { add(pointer, keyword, rule.pointer, "must be less than \(rule.value)") }
    case "multipleOf":
      switch value.isMultiple(of: limit) {
      case nil: unreadable(pointer, keyword, rule.pointer, "has too many digits to be checked against `multipleOf`")
      case false?: add(pointer, keyword, rule.pointer, "must be a multiple of \(rule.value)")
      case true?: return
      }
    default: return
    }
  }

  mutating func checkString(_ keyword: String, _ rule: OpenAPINode, _ text: String, _ pointer: String) {
    switch keyword {
    case "minLength":
      if let limit = rule.value.int, text.unicodeScalars.count < limit {
        add(pointer, keyword, rule.pointer, "must have at least \(limit) characters")
      }
    case "maxLength":
      if let limit = rule.value.int, text.unicodeScalars.count > limit {
        add(pointer, keyword, rule.pointer, "must have at most \(limit) characters")
      }
    case "pattern":
      guard let expression = rule.value.string else { return }
      let pattern = SchemaPattern.compiled(expression)
      guard pattern.isReadable else {
        return unreadable(pointer, keyword, rule.pointer, "has the unreadable pattern `\(expression)`")
      }
      switch pattern.isMatch(text) {
      case nil: unreadable(pointer, keyword, rule.pointer, "is too long to be checked against `\(expression)`")
      case false?: add(pointer, keyword, rule.pointer, "must match `\(expression)`")
      case true?: return
      }
    case "contentEncoding":
      if rule.value == "base64", !TextFormat.isBase64(text) {
        add(pointer, keyword, rule.pointer, "must be base64 (RFC 4648)")
      }
    default: return
    }
  }

  mutating func checkArray(
    _ keyword: String, _ rule: OpenAPINode, _ elements: [JSONValue], _ pointer: String, _ schema: OpenAPINode
  ) {
    switch keyword {
    case "minItems":
      if let limit = rule.value.int, elements.count < limit {
        add(pointer, keyword, rule.pointer, "must have at least \(limit) elements")
      }
    case "maxItems":
      if let limit = rule.value.int, elements.count > limit {
        add(pointer, keyword, rule.pointer, "must have at most \(limit) elements")
      }
    case "uniqueItems":
      if rule.value == true, Set(elements.map(\.canonical)).count < elements.count {
        add(pointer, keyword, rule.pointer, "must have distinct elements")
      }
    case "prefixItems":
      for (index, (element, schema)) in zip(elements, rule.elements).enumerated() {
        descend(element, "\(pointer)/\(index)", schema)
      }
    case "items":
      let first = schema.value["prefixItems"]?.array?.count ?? 0
      for (index, element) in elements.enumerated().dropFirst(first) { descend(element, "\(pointer)/\(index)", rule) }
    case "contains":
      var count = 0
      for (index, element) in elements.enumerated() where trial(part: element, "\(pointer)/\(index)", rule).isEmpty {
        count += 1
      }
      let (low, high) = (schema.value["minContains"]?.int ?? 1, schema.value["maxContains"]?.int ?? .max)
      if count < low || count > high {
        add(
          pointer, keyword, rule.pointer,
          "has \(count) elements that satisfy `contains`, which is too \(count < low ? "few" : "many")")
      }
    default: return
    }
  }

  mutating func checkObject(
    _ keyword: String, _ rule: OpenAPINode, _ members: JSONObject, _ pointer: String, _ schema: OpenAPINode
  ) {
    switch keyword {
    case "required":
      for name in (rule.value.array ?? []).compactMap(\.string) where members[name] == nil {
        if isExcluded(name) { continue }
        add(pointer, keyword, rule.pointer, "must have the member `\(name)`")
      }
    case "properties":
      for (name, schema) in rule.members {
        if let value = members[name] { descend(value, "\(pointer)/\(JSONPointer.token(name))", schema) }
      }
    case "additionalProperties":
      let patterns = (schema.value["patternProperties"]?.object ?? JSONObject()).names.map(SchemaPattern.compiled)
      for (name, value) in members where schema.value["properties"]?[name] == nil {
        guard !patterns.contains(where: { $0.matches(name) }) else { continue }
        let place = "\(pointer)/\(JSONPointer.token(name))"
        if rule.value == false {
          add(place, keyword, rule.pointer, "must be absent: no other members are allowed")
        } else {
          descend(value, place, rule)
        }
      }
    case "patternProperties":
      for (expression, schema) in rule.members {
        let pattern = SchemaPattern.compiled(expression)
        if !pattern.isReadable {
          unreadable(pointer, keyword, schema.pointer, "has the unreadable pattern `\(expression)`")
        }
        for (name, value) in members where pattern.matches(name) {
          descend(value, "\(pointer)/\(JSONPointer.token(name))", schema)
        }
      }
    default: checkMembers(keyword, rule, members, pointer)
    }
  }

  private mutating func checkMembers(
    _ keyword: String, _ rule: OpenAPINode, _ members: JSONObject, _ pointer: String
  ) {
    switch keyword {
    case "propertyNames":
      for name in members.names {
        let place = "\(pointer)/\(JSONPointer.token(name))"
        // `~` distinguishes the location of the name from the locations of all values.
        if trial(part: .string(name), "\(place)~", rule).isEmpty { continue }
        add(place, keyword, rule.pointer, "has a name that is not allowed")
      }
    case "minProperties":
      if let limit = rule.value.int, members.count < limit {
        add(pointer, keyword, rule.pointer, "must have at least \(limit) members")
      }
    case "maxProperties":
      if let limit = rule.value.int, members.count > limit {
        add(pointer, keyword, rule.pointer, "must have at most \(limit) members")
      }
    case "dependentRequired":
      for (name, names) in rule.members where members[name] != nil {
        for other in (names.value.array ?? []).compactMap(\.string) where members[other] == nil {
          add(pointer, keyword, rule.pointer, "must have the member `\(other)` because it has `\(name)`")
        }
      }
    case "dependentSchemas":
      for (name, schema) in rule.members where members[name] != nil { check(.object(members), pointer, schema) }
    default: return
    }
  }
}
