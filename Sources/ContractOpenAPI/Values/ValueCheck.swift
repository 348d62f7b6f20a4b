internal import ContractCoding
internal import ContractHTTP

/// A check of one value against one schema.
struct ValueCheck {
  private static let maxDepth = 400

  let references: OpenAPIReferences
  let version: OpenAPIVersion
  private let direction: OpenAPIChange.Direction?
  private(set) var findings: [ValueFinding] = []
  /// The number of schemas between the current schema and the root.
  private var depth = 0
  private var instance = Instance()
  /// The number of trials between the current schema and the root.
  private var trialDepth = 0
  /// The findings of trials within trials. Outer trials of other alternatives would otherwise repeat them at each
  /// level.
  private var trials: [TrialKey: [ValueFinding]] = [:]
  /// The number of steps that are left. A schema costs one step, and a trial one more for each schema on the path to
  /// it.
  private var steps: Int
  /// Whether the check ended because no steps were left.
  var isExhausted: Bool { steps <= 0 }

  /// The state of a check of one part of the value.
  private struct Instance {
    /// The schemas that apply to the part, from the outermost to the current one.
    var applied: [OpenAPINode] = []
    /// The references that were followed since the check of this part began.
    var followed: [String] = []
    /// The targets of references whose findings were added.
    var finished: Set<String> = []
    /// The positions in ``applied`` of the schemas that an alternative may extend as its parent.
    var parents = 0..<0
  }

  /// The key of a trial. Findings depend on the schemas that lead to the current one, because circular references are
  /// not followed.
  private struct TrialKey: Hashable {
    let schemas: [String]
    let pointer: String
  }

  /// Creates a check. The number of its steps is limited, because alternatives and references may need exponentially
  /// many.
  ///
  /// - Parameter size: the number of parts of the value.
  init(
    _ references: OpenAPIReferences, _ version: OpenAPIVersion, _ direction: OpenAPIChange.Direction?, size: Int
  ) {
    self.references = references
    self.version = version
    self.direction = direction
    steps = 200_000 + size * 1_000
  }

  /// Returns true for a member that the direction of the value excludes. Such a member may be absent even if it is
  /// required. Its rules may be in any of the schemas that apply together.
  func isExcluded(_ name: String) -> Bool {
    guard let direction else { return false }
    let objects = SchemaRules(instance.applied, references, version).objects
    return objects[name] != nil && objects.sent(direction) { SchemaRules($0.schemas, references, version) }[name] == nil
  }

  /// Returns the findings of another schema, without adding them to the check.
  ///
  /// - Parameter isAlternative: true for an alternative of a schema, which may extend that schema as its parent.
  mutating func trial(
    _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode, isAlternative: Bool = false
  ) -> [ValueFinding] {
    let key = TrialKey(schemas: instance.applied.map(\.pointer) + [schema.pointer], pointer: pointer)
    if let known = trials[key] { return known }
    // A trial costs one step for each schema in its key, which contains all schemas on the path to this one.
    // Exponential alternatives have long paths, so they exhaust the steps soon.
    steps -= key.schemas.count
    let outer = (findings, instance.finished, instance.parents)
    let count = instance.applied.count
    (findings, instance.finished) = ([], [])
    instance.parents = (isAlternative ? instance.parents.lowerBound : count)..<count
    trialDepth += 1
    check(value, pointer, schema)
    trialDepth -= 1
    let found = findings
    (findings, instance.finished, instance.parents) = outer
    if trialDepth > 0 { trials[key] = found }
    return found
  }

  /// Returns the findings of a part of the value, without adding them to the check.
  mutating func trial(part: JSONValue, _ pointer: String, _ schema: OpenAPINode) -> [ValueFinding] {
    let outer = instance
    instance = Instance()
    defer { instance = outer }
    return trial(part, pointer, schema)
  }

  /// Checks a part of the value.
  mutating func descend(_ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) {
    let outer = instance
    instance = Instance()
    check(value, pointer, schema)
    instance = outer
  }

  /// Checks a value, and adds findings.
  ///
  /// - Parameter pointer: the location of the value.
  mutating func check(_ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) {
    guard depth < Self.maxDepth else {
      return unreadable(pointer, "$ref", schema.pointer, "is nested too deeply to check")
    }
    guard steps > 0 else {
      return unreadable(pointer, "", schema.pointer, "has too many alternatives to check")
    }
    steps -= 1
    depth += 1
    instance.applied.append(schema)
    defer {
      depth -= 1
      instance.applied.removeLast()
    }
    switch schema.value {
    case .bool(true): return
    case .bool(false): return add(pointer, "false", schema.pointer, "must be absent")
    case .object(let rules):
      if let reference = rules["$ref"] {
        follow(reference, value, pointer, schema)
        // Before OpenAPI 3.1, members next to a reference have no meaning.
        if version == .v30 { return }
      }
      // Many documents of OpenAPI 3.0 have `nullable` next to `allOf`, without `type`.
      if version == .v30, rules["nullable"]?.bool == true, value.isNull { return }
      for (keyword, rule) in rules {
        check(keyword, OpenAPINode(rule, at: "\(schema.pointer)/\(keyword)"), value, pointer, schema)
      }
    default: unreadable(pointer, "", schema.pointer, "has a schema that is neither an object nor a Boolean")
    }
  }

  private mutating func follow(_ reference: JSONValue, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) {
    let place = "\(schema.pointer)/$ref"
    do throws(OpenAPIDocumentError) {
      guard let text = reference.string else { throw OpenAPIDocumentError("`$ref` is not a string", at: place) }
      let target = try references.target(of: text, at: place)
      guard !instance.finished.contains(target.pointer), !isParent(target) else { return }
      guard !instance.followed.contains(schema.pointer) else {
        throw OpenAPIDocumentError("The reference `\(text)` is circular", at: place)
      }
      instance.followed.append(schema.pointer)
      check(value, pointer, target)
      instance.followed.removeLast()
      instance.finished.insert(target.pointer)
    } catch {
      unreadable(pointer, "$ref", place, "has an unreadable schema: \(error.message)")
    }
  }

  /// Returns true if the current schema is an alternative of `target` and also extends it with `allOf`. The other rules
  /// of `target` are being checked already.
  private func isParent(_ target: OpenAPINode) -> Bool {
    let applied = instance.applied
    guard let position = applied[instance.parents].lastIndex(where: { $0.pointer == target.pointer }) else {
      return false
    }
    return applied[position...].dropFirst().contains { schema in
      let steps = schema.pointer.split(atByte: "/")
      return steps.count > 1 && steps[steps.count - 2] == "allOf"
    }
  }

  /// Checks one keyword. Each group of keywords applies to one type of values.
  private mutating func check(
    _ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode
  ) {
    switch keyword {
    case "type", "enum", "const": checkKind(keyword, rule, value, pointer)
    case "format":
      // A value of a wrong type has a finding already.
      guard schema.value["type"].map({ value.isOfAnyType(Self.typeNames($0)) }) ?? true else { return }
      checkKind(keyword, rule, value, pointer)
    case "allOf", "anyOf", "oneOf", "not", "if": checkAlternatives(keyword, rule, value, pointer, schema)
    case "unevaluatedProperties", "unevaluatedItems": checkUnevaluated(keyword, rule, value, pointer, schema)
    case "$dynamicRef":
      if rule.value != true {
        unreadable(pointer, keyword, rule.pointer, "has the rule `\(keyword)`, which is not supported")
      }
    default:
      switch value {
      case .number(let digits): checkNumber(keyword, rule, digits, pointer, schema)
      case .string(let text): checkString(keyword, rule, text, pointer)
      case .array(let elements): checkArray(keyword, rule, elements, pointer, schema)
      case .object(let members): checkObject(keyword, rule, members, pointer, schema)
      default: return
      }
    }
  }

  private mutating func checkKind(_ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String) {
    switch keyword {
    case "type":
      let names = Self.typeNames(rule.value)
      if !value.isOfAnyType(names) {
        add(pointer, keyword, rule.pointer, "must be \(names.isEmpty ? "of no type" : names.joined(separator: " or "))")
      }
    case "enum":
      let choices = rule.value.array ?? []
      if !choices.contains(where: value.equals) {
        let list = choices.prefix(20).map(\.description).joined(separator: ", ")
        add(pointer, keyword, rule.pointer, "must be one of \(list)\(choices.count > 20 ? ", …" : "")")
      }
    case "const":
      if !value.equals(rule.value) { add(pointer, keyword, rule.pointer, "must be \(rule.value)") }
    default:
      guard let format = rule.value.string.flatMap(TextFormat.init), !format.allows(value) else { return }
      add(pointer, keyword, rule.pointer, "must be \(format.requirement)")
    }
  }

  /// Returns the names in the keyword `type`.
  private static func typeNames(_ rule: JSONValue) -> [String] {
    rule.string.map { [$0] } ?? (rule.array ?? []).compactMap(\.string)
  }

  // MARK: - Findings

  mutating func add(_ pointer: String, _ keyword: String, _ place: String, _ requirement: String) {
    findings.append(
      ValueFinding(
        pointer: pointer, keyword: keyword, schemaPointer: place, requirement: requirement, isUnreadable: false))
  }

  mutating func add(_ found: [ValueFinding]) { findings += found }

  mutating func unreadable(_ pointer: String, _ keyword: String, _ place: String, _ problem: String) {
    findings.append(
      ValueFinding(pointer: pointer, keyword: keyword, schemaPointer: place, requirement: problem, isUnreadable: true))
  }
}

extension JSONValue {
  /// Returns true if the value has the type that the keyword `type` names. `1.0` is an integer.
  func isOfType(_ name: String) -> Bool {
    switch (name, self) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let digits)): ExactDecimal(digits).isInteger
    default: false
    }
  }

  /// Returns true if the value has one of these types.
  func isOfAnyType(_ names: [String]) -> Bool { names.contains(where: isOfType) }

  /// The number of values in this one, including itself.
  var size: Int {
    var (size, rest) = (0, [self])
    while let value = rest.popLast() {
      size += 1
      switch value {
      case .array(let elements): rest += elements
      case .object(let members): rest += members.map(\.value)
      default: continue
      }
    }
    return size
  }

  /// Returns true for equal values: numbers are compared by value, objects in any order.
  func equals(_ other: JSONValue) -> Bool { self == other || canonical == other.canonical }
}
