internal import ContractCoding
internal import ContractHTTP

/// The representation of JSON values as strings in paths, queries, headers, cookies and forms.
struct ValueSpelling: Sendable {
  /// The structure of the values of a schema.
  enum Kind: Sendable {
    case scalar
    case array
    case object
  }

  let checker: ValueChecker

  /// Returns the structure of the values that schemas allow together.
  func kind(of schemas: [OpenAPINode]) -> Kind { kind(rules(of: schemas)) }

  private func kind(_ rules: SchemaRules) -> Kind {
    let types = rules.types ?? Set(rules.probableTypes)
    // A string can contain anything, so a scalar takes precedence if several types are allowed.
    if types.contains(.string) || types.contains(.number) || types.contains(.integer) { return .scalar }
    if types.contains(.object) { return .object }
    return types.contains(.array) ? .array : .scalar
  }

  /// Returns the structures that schemas allow, in the order in which texts are read.
  func kinds(of schemas: [OpenAPINode]) -> [Kind] {
    let rules = rules(of: schemas)
    let kind = kind(rules)
    guard kind == .scalar, let types = rules.types else { return [kind] }
    return [.scalar] + (types.contains(.array) ? [.array] : []) + (types.contains(.object) ? [.object] : [])
  }

  /// Returns the first of several readings of a text that the schemas allow; the first one if they allow none.
  func firstValid(_ readings: [JSONValue], _ schemas: [OpenAPINode]) -> JSONValue? {
    readings.count < 2 ? readings.first : readings.first { allows($0, schemas) } ?? readings.first
  }

  /// Returns true if schemas allow a value without parts, which one string can represent.
  func allowsScalar(_ schemas: [OpenAPINode]) -> Bool {
    rules(of: schemas).types?.contains { $0 != .object && $0 != .array } ?? true
  }

  /// Returns true if schemas allow an array or object, which several fields can represent.
  func allowsParts(_ schemas: [OpenAPINode]) -> Bool {
    let rules = rules(of: schemas)
    return !(rules.types ?? Set(rules.probableTypes)).isDisjoint(with: [.array, .object])
  }

  /// Returns the rules of schemas. Alternatives are merged: their types are united, and their members collected.
  func rules(of schemas: [OpenAPINode]) -> SchemaRules {
    var left = Self.mostBranches
    return rules(of: schemas, depth: 0, left: &left)
  }

  /// The maximum number of alternatives that are read for one schema. Alternatives that list each other would otherwise be
  /// read exponentially often.
  static let mostBranches = 1_000

  /// - Parameters:
  ///   - known: the pointers of the schemas that were read on the way to an alternative. A subtype extends the schema that
  ///     lists it; its rules, and the other subtypes, are read already.
  ///   - left: the number of alternatives that may still be read.
  private func rules(
    of schemas: [OpenAPINode], besides known: Set<String> = [], depth: Int, left: inout Int
  ) -> SchemaRules {
    var rules = SchemaRules(schemas, checker.references, checker.version, besides: known)
    guard depth < 8, !rules.groups.isEmpty else { return rules }
    if rules.types == nil, rules.groups.count == 1, let schema = rules.groups[0].onlyWithEmptyText {
      var other = self.rules(of: [schema], besides: known, depth: depth + 1, left: &left)
      other.notes.description = rules.notes.description ?? other.notes.description
      other.notes.defaultValue = rules.notes.defaultValue ?? other.notes.defaultValue
      return other
    }
    let sources = rules.sources
    var types: Set<SchemaRules.ValueType>? = []
    for branch in rules.groups.flatMap(\.branches) {
      guard left > 0 else {
        // The alternatives that are not read may allow any type.
        types = nil
        break
      }
      left -= 1
      let other = self.rules(of: [branch], besides: sources, depth: depth + 1, left: &left)
      // In OpenAPI 3.0, null is an alternative with another type, which lists only null.
      let allowed: Set<SchemaRules.ValueType>? = other.choices == [.null] ? [.null] : other.types
      types = allowed.flatMap { types?.union($0) }
      for member in other.objects.members where rules.objects[member.name] == nil {
        for schema in member.schemas { rules.objects.add(member.name, schema) }
      }
      rules.objects.additional += other.objects.additional
      rules.arrays.items += other.arrays.items
    }
    if rules.types == nil { rules.types = types }
    return rules
  }

  // MARK: - Scalars

  /// Returns the string form of a value; arrays and objects are JSON.
  func text(of value: JSONValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    default: value.description
    }
  }

  /// Returns the value that a string represents: the first of a number, a Boolean and a string that the schemas allow.
  ///
  /// If the schemas allow none of these values, returns the value with an allowed type, so that a check names the broken
  /// rule.
  func value(of text: String, _ schemas: [OpenAPINode]) -> JSONValue {
    var candidates: [JSONValue] = []
    if let digits = JSONDigits(text) { candidates.append(.number(digits)) }
    if text == "true" || text == "false" { candidates.append(.bool(text == "true")) }
    candidates.append(.string(text))
    if let valid = candidates.first(where: { allows($0, schemas) }) { return valid }
    let types = rules(of: schemas).types ?? []
    return candidates.first { value in types.contains { value.isOfType($0.rawValue) } } ?? .string(text)
  }

  /// Returns true for a value that the schemas allow.
  func allows(_ value: JSONValue, _ schemas: [OpenAPINode]) -> Bool {
    schemas.allSatisfy { checker.accepts(value, $0) }
  }

  // MARK: - Forms

  /// Returns the fields of a member of a query or form in brackets (`a[b]=1`); lists repeat the name.
  func fields(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
    switch value {
    case .null: []
    case .array(let elements): elements.flatMap { fields(name, $0) }
    case .object(let members): members.flatMap { fields("\(name)[\($0.name)]", $0.value) }
    default: [(name, text(of: value))]
    }
  }

  /// Returns the value of a member from fields in brackets; nil if there are none.
  func value(_ name: String, in fields: [FormField], _ schemas: [OpenAPINode], depth: Int = 0) -> JSONValue? {
    guard depth < 32 else { return nil }
    let own = fields.filter { $0.name == name || $0.name == name + "[]" }
    let readings = kinds(of: schemas).compactMap { kind -> JSONValue? in
      switch kind {
      case .scalar: scalar(own.filter { $0.name == name }, schemas)
      case .array: array(own, schemas)
      case .object: object(name, in: fields, schemas, depth: depth)
      }
    }
    return firstValid(readings, schemas)
  }

  private func scalar(_ fields: [FormField], _ schemas: [OpenAPINode]) -> JSONValue? {
    let texts = fields.compactMap(\.value)
    guard texts.count > 1 else { return texts.last.map { value(of: $0, schemas) } }
    // Several values are read as an array, so that schemas of a single value refuse them.
    let items = rules(of: schemas).arrays.items
    return .array(texts.map { value(of: $0, items) })
  }

  private func array(_ fields: [FormField], _ schemas: [OpenAPINode]) -> JSONValue? {
    let elements = fields.compactMap(\.value)
    if elements == [""], allows("", schemas) { return "" }
    guard !elements.isEmpty else { return nil }
    let items = rules(of: schemas).arrays.items
    return .array(elements.map { value(of: $0, items) })
  }

  /// Returns the object whose members are fields such as `name[member]`; nil if there are none.
  func object(_ name: String, in fields: [FormField], _ schemas: [OpenAPINode], depth: Int) -> JSONValue? {
    let rules = rules(of: schemas)
    var members = JSONObject()
    // Each member is read once: in a recursive schema, repeated fields would take exponential time.
    let groups = Self.groups(of: fields) { field in
      field.name.rest(afterBytes: name + "[").flatMap { $0.cut(atByte: "]") }.map { String($0.front) }
    }
    for (key, fields) in groups where !key.isEmpty {
      let inner = rules.objects[key] ?? rules.objects.additional
      members[key] = value("\(name)[\(key)]", in: fields, inner, depth: depth + 1)
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// Returns the object whose members are the fields of a form.
  ///
  /// - Parameter form: the media type with the encodings of members; nil for a query.
  func object(of fields: [FormField], _ schemas: [OpenAPINode], in form: OpenAPIMediaType? = nil) -> JSONValue {
    let rules = rules(of: schemas)
    var members = JSONObject()
    for (name, fields) in Self.groups(of: fields, by: { String($0.name.prefix(toByte: "[")) }) {
      let schemas = rules.objects[name] ?? rules.objects.additional
      members[name] = FormMember(name, in: form, self).value(in: fields, schemas)
    }
    return .object(members)
  }

  /// Returns the fields of each member, in the order of the first fields. A search for the fields of each name would take
  /// quadratic time.
  ///
  /// - Parameter member: returns the name of the member of a field; nil for a field to ignore.
  private static func groups(
    of fields: [FormField], by member: (FormField) -> String?
  ) -> [(name: String, fields: [FormField])] {
    // Names are compared byte for byte, as in a JSON object.
    var positions: [[UInt8]: Int] = [:]
    var groups: [(name: String, fields: [FormField])] = []
    for field in fields {
      guard let name = member(field) else { continue }
      let bytes = Array(name.utf8)
      if let position = positions[bytes] {
        groups[position].fields.append(field)
      } else {
        positions[bytes] = groups.count
        groups.append((name: name, fields: [field]))
      }
    }
    return groups
  }
}

extension SchemaRules.Alternatives {
  /// The alternative to an empty string in a group of two: a schema of a form allows blank fields this way. Nil for other
  /// groups.
  fileprivate var onlyWithEmptyText: OpenAPINode? {
    let others = branches.filter { !$0.isEmptyText }
    return others.count == 1 && branches.count == 2 ? others[0] : nil
  }
}

extension OpenAPINode {
  /// True for a schema that allows nothing but an empty string.
  fileprivate var isEmptyText: Bool {
    value["const"]?.string == "" || value["enum"]?.array?.map(\.string) == [""]
  }
}
