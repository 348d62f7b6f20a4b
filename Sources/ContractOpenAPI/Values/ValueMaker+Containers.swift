internal import ContractCoding

extension ValueMaker {
  /// The maximum number of elements and members that are created for large minimums.
  static let maxCount = 2_000

  mutating func array(_ arrays: ArrayRules, depth: Int) -> JSONValue? {
    let most = min(arrays.count.maximum ?? .max, max(arrays.count.minimum, isSparse(depth) ? 0 : 3))
    guard arrays.count.minimum <= min(most, Self.maxCount) else { return nil }
    let count =
      prefersExamples
      ? max(arrays.count.minimum, min(most, 1)) : Int.random(in: arrays.count.minimum...most, using: &random)
    return array(arrays, count: count, depth: depth)
  }

  /// Returns an array with the given number of elements; nil if the schema allows no such array.
  mutating func array(_ arrays: ArrayRules, count: Int, depth: Int) -> JSONValue? {
    guard (0...Self.maxCount).contains(count) else { return nil }
    var elements: [JSONValue] = []
    var seen: Set<JSONValue> = []
    for attempt in 0..<(count + 50) where elements.count < count {
      let schemas =
        elements.count < arrays.prefix.count
        ? arrays.prefix[elements.count]
        : (arrays.items.isEmpty ? arrays.unevaluated : arrays.items) + arrays.contained
      guard let element = value(rules(of: schemas), depth: depth + 1) else {
        if attempt > 10 { return nil }
        continue
      }
      if !arrays.isUnique || seen.insert(element.canonical).inserted { elements.append(element) }
    }
    return elements.count == count || elements.count >= arrays.count.minimum ? .array(elements) : nil
  }

  mutating func object(_ objects: ObjectRules, depth: Int) -> JSONValue? {
    let isSparse = isSparse(depth)
    return object(objects, depth: depth) { generator, _ in
      generator.prefersExamples || (!isSparse && Bool.random(using: &generator.random))
    }
  }

  /// Returns an object with its required members and the optional members for which `includes` returns true.
  mutating func object(
    _ objects: ObjectRules, depth: Int, including includes: (inout ValueMaker, String) -> Bool
  ) -> JSONValue? {
    var object = JSONObject()
    let most = objects.count.maximum ?? .max
    var room = most - objects.required.count
    for member in objects.members {
      let isRequired = objects.required.contains(member.name)
      guard isRequired || (room > 0 && includes(&self, member.name)) else { continue }
      if let value = value(rules(of: member.schemas), depth: depth + 1) {
        object[member.name] = value
        if !isRequired { room -= 1 }
      } else if isRequired {
        return nil
      }
    }
    for name in objects.required where object[name] == nil {
      guard let value = value(rules(of: schemas(of: name, objects)), depth: depth + 1) else { return nil }
      object[name] = value
    }
    return fill(&object, objects, depth: depth) ? .object(object) : nil
  }

  /// Adds members that are not listed: as many as required, and some if the schema describes them.
  private mutating func fill(_ object: inout JSONObject, _ objects: ObjectRules, depth: Int) -> Bool {
    let describes = objects.additional.contains { $0.value != false } || !objects.patterns.isEmpty
    guard objects.count.minimum <= Self.maxCount else { return false }
    var wanted = objects.count.minimum
    if describes, !objects.isClosed, !isSparse(depth) {
      let extra = objects.members.isEmpty ? Int.random(in: 0...3, using: &random) : random.isOne(in: 4) ? 1 : 0
      wanted = max(wanted, min(objects.count.maximum ?? .max, object.count + (prefersExamples ? 0 : extra)))
    }
    for _ in 0..<(wanted + 50) where object.count < wanted {
      guard let name = name(objects), object[name] == nil else { continue }
      if let value = value(rules(of: schemas(of: name, objects)), depth: depth + 1) { object[name] = value }
    }
    return object.count >= objects.count.minimum
  }

  private mutating func name(_ objects: ObjectRules) -> String? {
    if !objects.names.isEmpty {
      var rules = rules(of: objects.names)
      rules.restrict(to: [.string])
      return value(rules, depth: 30)?.string
    }
    if let pattern = objects.patterns.randomElement(using: &random) {
      // Nested repetitions of an unreadable pattern could take a practically endless time.
      guard SchemaPattern.compiled(pattern.text).isReadable else {
        obstacle = "the pattern `\(pattern.text)` is unreadable"
        return nil
      }
      return PatternSample(pattern.text).text(extra: 3, using: &random)
    }
    return text(count: Int.random(in: 1...8, using: &random))
  }

  /// Returns the schemas of a member.
  private func schemas(of name: String, _ objects: ObjectRules) -> [OpenAPINode] {
    let matching = objects.patterns.filter { SchemaPattern.compiled($0.text).matches(name) }.map(\.schema)
    let known = (objects[name] ?? []) + matching
    if !known.isEmpty { return known }
    return objects.additional.isEmpty ? objects.unevaluated : objects.additional
  }
}
