internal import ContractCoding

/// A reader of schemas into ``SchemaRules``.
struct SchemaRulesReader {
  private let references: OpenAPIReferences
  private let version: OpenAPIVersion
  /// The number of schemas being read.
  private var depth = 0

  init(_ references: OpenAPIReferences, _ version: OpenAPIVersion) {
    self.references = references
    self.version = version
  }

  /// Adds the rules of a schema. A schema that was read already, for example through a recursive reference, adds no rules.
  mutating func read(_ node: OpenAPINode, into rules: inout SchemaRules) {
    guard depth < 200, rules.sources.insert(node.pointer).inserted else { return }
    depth += 1
    defer { depth -= 1 }
    switch node.value {
    case .bool(true): return
    case .object(let members):
      let hasReference = members["$ref"] != nil
      // Before OpenAPI 3.1, members next to a reference have no meaning. In later versions, notes next to it override those of
      // its target, so they are read first.
      let hasMembers = !hasReference || version != .v30
      if hasMembers {
        for (keyword, value) in members {
          let place = "\(node.pointer)/\(keyword)"
          if rules.places[keyword] == nil { rules.places[keyword] = place }
          readKeyword(keyword, OpenAPINode(value, at: place), node, into: &rules)
        }
      }
      if hasReference { follow(node, into: &rules) }
      if version == .v30, hasMembers, members["nullable"]?.bool == true {
        allowNull(in: &rules, at: "\(node.pointer)/nullable")
      }
    default: rules.isNever = true
    }
  }

  private mutating func follow(_ node: OpenAPINode, into rules: inout SchemaRules) {
    let place = "\(node.pointer)/$ref"
    do throws(OpenAPIDocumentError) {
      guard let text = node.value["$ref"]?.string else {
        throw OpenAPIDocumentError("`$ref` is not a string; write `#/components/…`", at: place)
      }
      let target = try references.target(of: text, at: place)
      rules.targets.append(target.pointer)
      read(target, into: &rules)
    } catch {
      rules.problems.append(error)
      rules.obstacles.append(error)
    }
  }

  private func allowNull(in rules: inout SchemaRules, at pointer: String) {
    rules.types?.insert(.null)
    if rules.choices?.contains(.null) == false { rules.choices?.append(.null) }
    // Null becomes a further alternative.
    rules.groups = rules.groups.map { group in
      let null = OpenAPINode(["type": "null"], at: pointer)
      return .init(
        isExclusive: group.isExclusive, branches: group.branches + [null], tag: group.tag, values: group.values)
    }
  }

  private mutating func readKeyword(
    _ keyword: String, _ rule: OpenAPINode, _ schema: OpenAPINode, into rules: inout SchemaRules
  ) {
    switch keyword {
    case "type":
      let names = rule.value.string.map { [$0] } ?? (rule.value.array ?? []).compactMap(\.string)
      var types = Set(names.compactMap(JSONSchema.ValueType.init))
      if types.contains(.number) { types.insert(.integer) }
      rules.restrict(to: types)
    case "enum": rules.restrict(to: rule.value.array ?? [])
    case "const": rules.restrict(to: [rule.value])
    case "format": rules.format = rules.format ?? rule.value.string
    case "allOf": for element in rule.elements { read(element, into: &rules) }
    case "anyOf", "oneOf":
      rules.groups.append(
        .init(
          isExclusive: keyword == "oneOf", branches: rule.elements,
          tag: schema.value["discriminator"]?["propertyName"]?.string,
          values: SchemaRules.Alternatives.values(in: schema.value["discriminator"]?["mapping"])))
    case "not": rules.negations.append(rule)
    case "title": rules.notes.title = rules.notes.title ?? rule.value.string
    case "description": rules.notes.description = rules.notes.description ?? rule.value.string
    case "default": rules.notes.defaultValue = rules.notes.defaultValue ?? rule.value
    case "examples": rules.notes.examples += rule.value.array ?? []
    case "example": rules.notes.examples.append(rule.value)
    case "deprecated": rules.notes.isDeprecated = rules.notes.isDeprecated || rule.value == true
    case "readOnly": rules.notes.isReadOnly = rules.notes.isReadOnly || rule.value == true
    case "writeOnly": rules.notes.isWriteOnly = rules.notes.isWriteOnly || rule.value == true
    case "$dynamicRef", "unevaluatedProperties", "unevaluatedItems", "if":
      readUnsupported(keyword, rule, schema, into: &rules)
    default:
      readNumber(keyword, rule, schema, into: &rules.numbers)
      readString(keyword, rule, into: &rules.strings)
      readArray(keyword, rule, into: &rules.arrays)
      readObject(keyword, rule, into: &rules.objects)
    }
  }

  /// Reads a rule that is not compared. All of them except `$dynamicRef` are checked and used to generate values.
  private func readUnsupported(
    _ keyword: String, _ rule: OpenAPINode, _ schema: OpenAPINode, into rules: inout SchemaRules
  ) {
    switch keyword {
    case "if": rules.conditions.append(schema)
    case "unevaluatedProperties": rules.objects.unevaluated.append(rule)
    case "unevaluatedItems": rules.arrays.unevaluated.append(rule)
    default: break
    }
    guard rule.value != true else { return }
    let problem = OpenAPIDocumentError("The rule `\(keyword)` is not supported", at: rule.pointer)
    rules.problems.append(problem)
    if keyword == "$dynamicRef" { rules.obstacles.append(problem) }
  }

  private func readNumber(
    _ keyword: String, _ rule: OpenAPINode, _ schema: OpenAPINode, into numbers: inout NumberRules
  ) {
    guard case .number(let bound) = rule.value else { return }
    switch keyword {
    case "minimum":
      numbers.raise(to: NumberBound(bound, isExclusive: schema.value["exclusiveMinimum"]?.bool == true))
    case "maximum":
      numbers.reduce(to: NumberBound(bound, isExclusive: schema.value["exclusiveMaximum"]?.bool == true))
    case "exclusiveMinimum": numbers.raise(to: NumberBound(bound, isExclusive: true))
    case "exclusiveMaximum": numbers.reduce(to: NumberBound(bound, isExclusive: true))
    case "multipleOf": numbers.multiples.append(bound)
    default: return
    }
  }

  private func readString(_ keyword: String, _ rule: OpenAPINode, into strings: inout StringRules) {
    switch keyword {
    case "minLength": if let size = rule.value.int { strings.length.raise(to: size) }
    case "maxLength": if let size = rule.value.int { strings.length.reduce(to: size) }
    case "pattern":
      if let text = rule.value.string, !strings.patterns.contains(text) { strings.patterns.append(text) }
    case "contentEncoding": strings.encoding = strings.encoding ?? rule.value.string
    case "contentMediaType": strings.mediaType = strings.mediaType ?? rule.value.string
    case "contentSchema": strings.content.append(rule)
    default: return
    }
  }

  private func readArray(_ keyword: String, _ rule: OpenAPINode, into arrays: inout ArrayRules) {
    switch keyword {
    case "minItems": if let size = rule.value.int { arrays.count.raise(to: size) }
    case "maxItems": if let size = rule.value.int { arrays.count.reduce(to: size) }
    case "uniqueItems": arrays.isUnique = arrays.isUnique || rule.value == true
    case "items": arrays.items.append(rule)
    case "contains": arrays.contained.append(rule)
    case "minContains", "maxContains":
      if keyword == "maxContains" || rule.value != 1 { arrays.containedCounts.insert("\(keyword) \(rule.value)") }
    case "prefixItems":
      for (index, element) in rule.elements.enumerated() {
        if index < arrays.prefix.count { arrays.prefix[index].append(element) } else { arrays.prefix.append([element]) }
      }
    default: return
    }
  }

  private func readObject(_ keyword: String, _ rule: OpenAPINode, into objects: inout ObjectRules) {
    switch keyword {
    case "properties": for (name, schema) in rule.members { objects.add(name, schema) }
    case "required": for name in (rule.value.array ?? []).compactMap(\.string) { objects.require(name) }
    case "additionalProperties": objects.additional.append(rule)
    case "patternProperties": for (text, schema) in rule.members { objects.patterns.append((text, schema)) }
    case "propertyNames": objects.names.append(rule)
    case "dependentRequired", "dependentSchemas":
      // The keyword is kept in the value, to distinguish the two kinds of dependencies.
      objects.dependencies.append(OpenAPINode(.object(JSONObject([(keyword, rule.value)])), at: rule.pointer))
    case "minProperties": if let size = rule.value.int { objects.count.raise(to: size) }
    case "maxProperties": if let size = rule.value.int { objects.count.reduce(to: size) }
    default: return
    }
  }
}
