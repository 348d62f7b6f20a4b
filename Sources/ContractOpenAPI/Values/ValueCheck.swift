internal import ContractCoding

/// A check of one value against one schema.
struct ValueCheck {
  private static let maxDepth = 400

  let references: OpenAPIReferences
  let version: OpenAPIVersion
  private let direction: OpenAPIChange.Direction?
  private(set) var findings: [ValueFinding] = []
  /// The number of schemas between this one and the root.
  private var depth = 0
  /// The references followed without entering a part of the value.
  private var followed: [String] = []
  /// The targets of references whose findings for this part of the value were added.
  private var finished: Set<String> = []

  init(_ references: OpenAPIReferences, _ version: OpenAPIVersion, _ direction: OpenAPIChange.Direction?) {
    self.references = references
    self.version = version
    self.direction = direction
  }

  /// Returns true for a member that the direction of the value excludes, so that it may be absent although it is required.
  func isExcluded(_ name: String, by schema: OpenAPINode) -> Bool {
    guard let direction else { return false }
    let objects = SchemaRules([schema], references, version).objects
    return objects[name] != nil && objects.sent(direction) { SchemaRules($0.schemas, references, version) }[name] == nil
  }

  /// Returns the findings of another schema, without adding them.
  func trial(_ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) -> [ValueFinding] {
    var check = self
    check.findings = []
    check.finished = []
    check.check(value, pointer, schema)
    return check.findings
  }

  /// Checks a part of the value.
  mutating func descend(_ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) {
    let outer = (followed, finished)
    (followed, finished) = ([], [])
    check(value, pointer, schema)
    (followed, finished) = outer
  }

  /// Checks a value, and adds findings.
  ///
  /// - Parameter pointer: the location of the value.
  mutating func check(_ value: JSONValue, _ pointer: String, _ schema: OpenAPINode) {
    guard depth < Self.maxDepth else {
      return unreadable(pointer, "$ref", schema.pointer, "is nested too deeply to check")
    }
    depth += 1
    defer { depth -= 1 }
    switch schema.value {
    case .bool(true): return
    case .bool(false): return add(pointer, "false", schema.pointer, "must be absent")
    case .object(let rules):
      if let reference = rules["$ref"] {
        follow(reference, value, pointer, schema)
        // Before 3.1, members next to a reference have no meaning.
        if version == .v30 { return }
      }
      // Many documents of 3.0 write `nullable` next to `allOf` instead of `type`.
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
      guard !followed.contains(schema.pointer) else {
        throw OpenAPIDocumentError("The reference `\(text)` is circular", at: place)
      }
      let target = try references.target(of: text, at: place)
      guard !finished.contains(target.pointer) else { return }
      followed.append(schema.pointer)
      check(value, pointer, target)
      followed.removeLast()
      finished.insert(target.pointer)
    } catch {
      unreadable(pointer, "$ref", place, "has an unreadable schema: \(error.message)")
    }
  }

  /// Checks one keyword. Each group of keywords applies to one type of values.
  private mutating func check(
    _ keyword: String, _ rule: OpenAPINode, _ value: JSONValue, _ pointer: String, _ schema: OpenAPINode
  ) {
    switch keyword {
    case "type", "enum", "const", "format": checkKind(keyword, rule, value, pointer)
    case "allOf", "anyOf", "oneOf", "not", "if": checkAlternatives(keyword, rule, value, pointer, schema)
    case "$dynamicRef", "unevaluatedProperties", "unevaluatedItems":
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
      let names = rule.value.string.map { [$0] } ?? (rule.value.array ?? []).compactMap(\.string)
      if !names.contains(where: value.isOfType) {
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

  /// Returns true for equal values: numbers are compared by value, objects in any order.
  func equals(_ other: JSONValue) -> Bool { self == other || canonical == other.canonical }
}
