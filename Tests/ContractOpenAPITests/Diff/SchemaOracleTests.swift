import ContractCoding
import ContractOpenAPI
import Testing

/// Two versions of a schema, with the rules that distinguish them in each order.
struct SchemaPair: Sendable, CustomStringConvertible {
  let description: String
  let left: SchemaVersion
  let right: SchemaVersion
  let forward: Set<DiffRule>
  let backward: Set<DiffRule>

  init<Left: Schema, Right: Schema>(
    _ left: Left.Type, _ right: Right.Type, _ forward: Set<DiffRule>, _ backward: Set<DiffRule>
  ) {
    description = "\(left) and \(right)"
    (self.left, self.right) = (SchemaVersion(left), SchemaVersion(right))
    (self.forward, self.backward) = (forward, backward)
  }

  init(_ left: JSONValue, _ right: JSONValue, _ forward: Set<DiffRule>, _ backward: Set<DiffRule>) {
    description = "\(left) and \(right)"
    (self.left, self.right) = (SchemaVersion(left), SchemaVersion(right))
    (self.forward, self.backward) = (forward, backward)
  }

  typealias T = OracleTypes

  static let all: [SchemaPair] = types + documents

  /// Pairs whose codecs are those of `@Schema`.
  static let types: [SchemaPair] = [
    SchemaPair(T.Text.self, T.Number.self, [.typeChanged], [.typeChanged]),
    SchemaPair(T.Real.self, T.Number.self, [.typeRemoved, .rangeNarrowed], [.typeAdded, .rangeWidened]),
    SchemaPair(T.Number.self, T.Short.self, [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(T.TwoStates.self, T.ThreeStates.self, [.valueAdded], [.valueRemoved]),
    SchemaPair(T.Text.self, T.TwoStates.self, [.valuesListed], [.valuesUnlisted]),
    SchemaPair(T.UpToTen.self, T.UpToFive.self, [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(T.FiveCharacters.self, T.ThreeCharacters.self, [.lengthNarrowed], [.lengthWidened]),
    SchemaPair(T.Free.self, T.Letters.self, [.patternAdded], [.patternRemoved]),
    SchemaPair(T.Letters.self, T.Digits.self, [.patternChanged], [.patternChanged]),
    SchemaPair(T.ThreeElements.self, T.TwoElements.self, [.countNarrowed], [.countWidened]),
    SchemaPair(T.List.self, T.Gaps.self, [.nullAllowed], [.nullForbidden]),
    SchemaPair(T.Text.self, T.WithOptional.self, [.memberAdded], [.memberRemoved]),
    SchemaPair(T.Text.self, T.WithRequired.self, [.requiredMemberAdded], [.requiredMemberRemoved]),
    SchemaPair(
      T.WithOptional.self, T.WithRequired.self, [.memberRequired, .nullForbidden], [.memberOptional, .nullAllowed]),
    SchemaPair(T.Text.self, T.Identity.self, [.formatAdded], [.formatRemoved]),
    SchemaPair(T.Identity.self, T.Moment.self, [.formatChanged], [.formatChanged]),
    SchemaPair(T.Twenty.self, T.Fifty.self, [.defaultChanged], [.defaultChanged]),
    SchemaPair(T.Undefined.self, T.OptionalFive.self, [.defaultAdded], [.defaultRemoved]),
    SchemaPair(T.Text.self, T.Described.self, [.descriptionChanged], [.descriptionChanged]),
    SchemaPair(T.Text.self, T.Shown.self, [.examplesChanged], [.examplesChanged]),
    SchemaPair(T.Text.self, T.Aging.self, [.deprecationChanged], [.deprecationChanged]),
    SchemaPair(T.Tree.self, T.SmallTree.self, [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(T.Shapes.self, T.MoreShapes.self, [.alternativeAdded], [.alternativeRemoved]),
  ]

  private static let contact: JSONValue = ["email": ["type": "string"], "phone": ["type": "string"]]

  /// Returns an object with one required member, as in enumerations whose cases are keys.
  private static func member(_ name: String) -> JSONValue {
    let properties = JSONObject([(name, ["type": "integer"] as JSONValue)])
    return ["type": "object", "required": [.string(name)], "properties": .object(properties)]
  }

  /// An object with one of two members.
  private static let members: JSONValue = ["type": "object", "oneOf": [member("a"), member("b")]]

  /// Pairs that types do not have, whose codec is the checker.
  static let documents: [SchemaPair] = [
    SchemaPair(
      ["type": "array", "items": ["type": "integer"]],
      ["type": "array", "items": ["type": "integer"], "uniqueItems": true], [.uniquenessAdded], [.uniquenessRemoved]),
    SchemaPair(["type": "integer"], ["type": ["integer", "string"]], [.typeAdded], [.typeRemoved]),
    SchemaPair(["type": "integer"], [:], [.typeAdded, .nullAllowed], [.typeRemoved, .nullForbidden]),
    SchemaPair(
      ["type": "string"], ["anyOf": [["type": "string"], ["type": "null"]]], [.nullAllowed], [.nullForbidden]),
    SchemaPair(["anyOf": [members, ["type": "null"]]], members, [.nullForbidden], [.nullAllowed]),
    SchemaPair(
      ["anyOf": [members.merging(["maxProperties": 2]), ["type": "null"]]],
      ["anyOf": [members.merging(["maxProperties": 1]), ["type": "null"]]], [.countNarrowed], [.countWidened]),
    SchemaPair(
      ["type": ["string", "null"]], ["anyOf": [["type": "string"], ["type": "integer"], ["type": "null"]]],
      [.alternativeAdded], [.alternativeRemoved]),
    SchemaPair(
      ["anyOf": [["type": ["string", "null"]], ["type": "integer"]]],
      ["anyOf": [["type": "string"], ["type": ["integer", "null"]]]], [], []),
    SchemaPair(["type": "integer", "exclusiveMinimum": 0], ["type": "integer", "minimum": 1], [], []),
    SchemaPair(["type": "integer", "exclusiveMaximum": 9], ["type": "integer", "maximum": 8], [], []),
    SchemaPair(
      ["type": "number", "exclusiveMinimum": 0], ["type": "number", "minimum": 1], [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(["type": "integer"], ["type": "integer", "multipleOf": 5], [.multipleAdded], [.multipleRemoved]),
    SchemaPair(
      ["type": "integer", "multipleOf": 2], ["type": "integer", "multipleOf": 4], [.multipleAdded], [.multipleRemoved]),
    SchemaPair(
      ["type": "integer", "multipleOf": 2], ["type": "integer", "multipleOf": 3], [.multipleChanged], [.multipleChanged]
    ),
    SchemaPair(
      ["type": "number", "maximum": 1], ["type": "number", "exclusiveMaximum": 1], [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(
      ["type": "object", "properties": ["a": ["type": "integer"]]],
      ["type": "object", "properties": ["a": ["type": "integer"]], "additionalProperties": false], [.membersClosed],
      [.membersOpened]),
    SchemaPair(
      ["type": "object", "additionalProperties": ["type": "integer"]],
      ["type": "object", "additionalProperties": true],
      [.membersOpened], [.membersClosed]),
    SchemaPair(
      ["type": "object", "additionalProperties": ["type": "integer", "maximum": 9]],
      ["type": "object", "additionalProperties": ["type": "integer"]], [.rangeWidened], [.rangeNarrowed]),
    SchemaPair(
      ["type": "object", "properties": ["a": ["type": "integer"]], "additionalProperties": false],
      [
        "type": "object", "properties": ["a": ["type": "integer"], "b": ["type": "integer"]],
        "additionalProperties": false,
      ],
      [.undeclaredMemberAdded], [.memberRemoved]),
    SchemaPair(
      ["type": "object", "additionalProperties": ["type": "integer"], "maxProperties": 2],
      ["type": "object", "additionalProperties": ["type": "integer"], "maxProperties": 1], [.countNarrowed],
      [.countWidened]),
    SchemaPair(
      ["type": "string", "contentEncoding": "base64"], ["type": "string", "format": "byte"], [], []),
    SchemaPair(
      ["type": "string", "contentMediaType": "application/octet-stream"], ["type": "string", "format": "binary"], [], []
    ),
    SchemaPair(
      ["anyOf": [["enum": ["a", "b"]], ["type": "string"]]], ["anyOf": [["enum": ["a"]], ["type": "string"]]],
      [.knownValuesChanged], [.knownValuesChanged]),
    SchemaPair(["type": "number", "format": "double"], ["type": "number"], [.formatNoteChanged], [.formatNoteChanged]),
    SchemaPair(
      ["type": "number", "format": "float", "minimum": 0, "maximum": 1e300],
      ["type": "number", "format": "double", "minimum": 0, "maximum": 1e300], [.rangeWidened], [.rangeNarrowed]),
    SchemaPair(["type": "string", "format": "email"], ["type": "string"], [.formatNoteChanged], [.formatNoteChanged]),
    SchemaPair(
      ["type": "integer", "minimum": 0, "maximum": 3],
      ["type": "integer", "minimum": 0, "maximum": 3, "not": ["const": 2]], [.exclusionAdded],
      [.exclusionRemoved]),
    SchemaPair(
      ["type": "object", "additionalProperties": ["type": "integer"], "propertyNames": ["maxLength": 3]],
      ["type": "object", "additionalProperties": ["type": "integer"], "propertyNames": ["minLength": 2]],
      [.incomparable], [.incomparable]),
    SchemaPair(
      ["oneOf": [["type": "string"], ["type": "integer"]]],
      ["oneOf": [["type": "integer"], ["type": "boolean"], ["type": "string"]]],
      [.alternativeAdded], [.alternativeRemoved]),
    SchemaPair(
      ["anyOf": [["type": "string"], ["type": "integer"]]], ["oneOf": [["type": "string"], ["type": "integer"]]], [], []
    ),
    SchemaPair(
      ["anyOf": [["type": "integer"], ["type": "number"]]], ["oneOf": [["type": "integer"], ["type": "number"]]],
      [.exclusionAdded], [.exclusionRemoved]),
    SchemaPair(
      ["type": "object", "properties": contact, "anyOf": [["required": ["email"]], ["required": ["phone"]]]],
      ["type": "object", "properties": contact, "oneOf": [["required": ["email"]], ["required": ["phone"]]]],
      [.exclusionAdded], [.exclusionRemoved]),
    SchemaPair(
      ["oneOf": [["type": "integer"]]], ["oneOf": [["type": "integer"], ["type": "number"]]],
      [.alternativeAdded, .exclusionAdded], [.alternativeRemoved, .exclusionRemoved]),
    SchemaPair(
      ["oneOf": [member("a"), member("b")]], ["oneOf": [member("a"), member("b"), member("c")]], [.alternativeAdded],
      [.alternativeRemoved]),
    SchemaPair(
      ["type": "array", "items": ["type": "integer"]], ["type": "array", "items": ["type": "integer", "minimum": 0]],
      [.rangeNarrowed], [.rangeWidened]),
    SchemaPair(["type": "integer"], ["enum": ["low", "high"]], [.typeChanged], [.typeChanged]),
    SchemaPair(
      ["type": "integer", "minimum": 0, "maximum": 3], ["type": "integer", "enum": [0, 1, 2]], [.valuesListed],
      [.valuesUnlisted]),
    SchemaPair(
      ["enum": ["a", "b"]], ["type": "string", "maxLength": 10], [.valuesUnlisted], [.valuesListed]),
    SchemaPair(
      ["type": "string", "maxLength": 2], ["type": "string", "enum": ["a", "long"]], [.valuesListed, .valueAdded],
      [.valuesUnlisted, .valueRemoved]),
    SchemaPair(
      ["type": "object", "properties": ["a": ["type": "string"]]], ["type": "object", "properties": ["a": false]],
      [.typeRemoved], [.typeAdded]),
    SchemaPair(
      ["type": "array", "prefixItems": [["type": "string"]]],
      ["type": "array", "prefixItems": [["type": "string"]], "items": false], [.typeRemoved, .nullForbidden],
      [.typeAdded, .nullAllowed]),
    SchemaPair(
      ["type": "array", "contains": ["type": "integer"], "maxContains": 1],
      ["type": "array", "contains": ["type": "integer"], "minContains": 2], [.incomparable], [.incomparable]),
    SchemaPair(
      [
        "type": "object", "properties": ["a": ["type": "integer"], "b": ["type": "integer"]],
        "allOf": [["dependentRequired": ["a": ["b"]]]],
      ],
      [
        "type": "object", "properties": ["a": ["type": "integer"], "b": ["type": "integer"]],
        "allOf": [["dependentRequired": ["b": ["a"]]]],
      ], [.incomparable], [.incomparable]),
    SchemaPair(
      ["type": "object", "required": ["id"]], ["type": "object", "properties": ["id": ["type": "integer"]]],
      [.memberOptional, .typeRemoved, .nullForbidden], [.memberRequired, .typeAdded, .nullAllowed]),
    SchemaPair(
      ["type": "object", "additionalProperties": ["type": "string"]],
      ["type": "object", "additionalProperties": ["type": "string"], "properties": ["key": ["type": "integer"]]],
      [.memberAdded, .typeChanged], [.memberRemoved, .typeChanged]),
    SchemaPair(
      ["allOf": [["type": "object", "properties": ["a": ["type": "integer"]]], ["required": ["a"]]]],
      ["type": "object", "properties": ["a": ["type": "integer"]], "required": ["a"]], [], []),
  ]
}

@Suite struct SchemaOracleTests {
  /// The number of values of one version that the codec of the other must accept.
  static let count = 1_000

  @Test(
    "A change of a schema is breaking if and only if a version's codec refuses or misreads values of the other",
    arguments: SchemaPair.all)
  func judgements(_ pair: SchemaPair) {
    check(pair.left, pair.right, pair.forward, "\(pair), forward")
    check(pair.right, pair.left, pair.backward, "\(pair), backward")
  }

  private func check(_ old: SchemaVersion, _ new: SchemaVersion, _ rules: Set<DiffRule>, _ name: String) {
    let diff = OpenAPIDiff(from: old.document, to: new.document)
    for direction in OpenAPIChange.Direction.allCases {
      let changes = diff.changes.filter { $0.direction == direction }
      #expect(Set(changes.map(\.rule)) == rules, "\(name), \(direction)")
      for change in changes {
        let document = change.isInNew ? new.document : old.document
        #expect(
          document.root.value[pointer: change.pointer] != nil, "\(name): \(change.pointer) is not in the document")
        #expect(change.operations == ["POST /values"], "\(name)")
      }
      let (sender, receiver) = direction == .request ? (old, new) : (new, old)
      if changes.contains(where: { $0.severity == .breaking }) {
        #expect(failure(from: sender, to: receiver) != nil, "\(name), \(direction): no value fails")
      } else {
        expectAcceptance(from: sender, to: receiver, "\(name), \(direction)")
      }
    }
  }

  private func expectAcceptance(from sender: SchemaVersion, to receiver: SchemaVersion, _ name: String) {
    var generator = ValueGenerator(sender.document, seed: 7)
    var values = generator.boundaryValues(of: sender.schema)
    while values.count < Self.count, let value = generator.value(of: sender.schema) { values.append(value) }
    #expect(values.count >= Self.count, "\(name): no values")
    let refused = values.first { receiver.reread($0) == nil }
    #expect(refused == nil, "\(name): a value of the sender is refused")
  }

  /// Returns a value of the sender that the receiver refuses, or reads as another value.
  private func failure(from sender: SchemaVersion, to receiver: SchemaVersion) -> JSONValue? {
    var generator = ValueGenerator(sender.document, seed: 7)
    let isMisread = { (value: JSONValue) -> Bool in
      guard let read = receiver.reread(value) else { return true }
      return read.comparable != sender.reread(value)?.comparable
    }
    let boundaries = generator.boundaryValues(of: sender.schema)
    // Generated values have no members that the schema does not list.
    let extended = boundaries.map { value in
      var value = value
      value["unlisted"] = "x"
      return value
    }
    let values = boundaries + extended.filter { generator.checker.accepts($0, sender.schema) }
    if let value = values.first(where: isMisread) { return value }
    for _ in 0..<Self.count {
      if let value = generator.value(of: sender.schema), isMisread(value) { return value }
    }
    return nil
  }
}
