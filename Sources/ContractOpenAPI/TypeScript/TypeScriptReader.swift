internal import ContractCoding
internal import ContractHTTP

/// A reader that converts a document's JSON Schemas to TypeScript types.
struct TypeScriptReader {
  /// The document's root.
  let document: JSONValue
  let options: TypeScriptOptions
  /// The schemas outside of components that are being read through references, to detect cycles.
  private var open: Set<String> = []
  /// The types of schemas outside of components by their decoded references. Each is read once, however often it is included.
  private var included: [String: TypeScriptType] = [:]
  /// The types of components by their names in the document.
  var types: [String: TypeScriptType] = [:]
  /// The facts that the types cannot express, each with its location.
  private(set) var notes: [String] = []

  init(_ document: JSONValue, options: TypeScriptOptions) {
    self.document = document
    self.options = options
  }

  /// The location of the schemas that become declarations.
  static let prefix = "#/components/schemas/"

  /// Reads all components.
  mutating func readComponents() {
    let schemas = document[pointer: "/components/schemas"]?.object ?? [:]
    let subtypes = SchemaSubtypes(OpenAPINode(document, at: ""))
    for (name, schema) in schemas {
      let place = "/components/schemas/" + JSONPointer.token(name)
      types[name] = type(listing(subtypes.of(OpenAPINode(schema, at: place)), in: schema), at: place)
    }
    removeCycles(schemas.names)
  }

  /// Returns the name of the component that a reference points to; nil for other targets.
  static func component(_ reference: String) -> String? {
    guard let token = OpenAPIReferences.decoded(reference).rest(afterBytes: prefix), !token.contains(byte: "/") else {
      return nil
    }
    return JSONPointer.steps(of: "/\(token)").first
  }

  /// Returns the schema that a reference within the document leads to.
  func target(_ reference: String) -> JSONValue? {
    OpenAPIReferences.decoded(reference).rest(afterBytes: "#").flatMap { document[pointer: String($0)] }
  }

  /// Reads a schema.
  ///
  /// - Parameter place: the JSON Pointer to the schema, for ``notes``.
  mutating func type(_ schema: JSONValue?, at place: String) -> TypeScriptType {
    guard let schema else { return .any }
    if let isAny = schema.bool { return isAny ? .any : .never }
    guard let members = schema.object else {
      note(place, "is not a schema; it is read as any value")
      return .any
    }
    let type = nonNull(members, schema, at: place)
    return members["nullable"]?.bool == true ? .anyOf([type, .null]) : type
  }

  private mutating func nonNull(_ members: JSONObject, _ schema: JSONValue, at place: String) -> TypeScriptType {
    if let reference = members["$ref"]?.string {
      let target = referred(reference, at: place)
      let hasMore = ["properties", "allOf", "oneOf", "anyOf"].contains { members[$0] != nil }
      return hasMore ? .allOf([target, structure(members, schema, at: place)]) : target
    }
    if let constant = members["const"] { return literal(constant, of: members) }
    if let values = members["enum"]?.array {
      return .anyOf(values.map { literal($0, of: members) })
    }
    return structure(members, schema, at: place)
  }

  private mutating func referred(_ reference: String, at place: String) -> TypeScriptType {
    if let name = Self.component(reference), target(reference) != nil { return .component(name) }
    guard let schema = target(reference) else {
      note(place, "refers to `\(reference)`, which is not in the document; it is read as any value")
      return .any
    }
    let decoded = OpenAPIReferences.decoded(reference)
    if let known = included[decoded] { return known }
    guard open.insert(decoded).inserted else {
      note(place, "refers to itself; move `\(reference)` to /components/schemas, which may be recursive")
      return .any
    }
    let found = type(schema, at: String(decoded.unicodeScalars.dropFirst()))
    open.remove(decoded)
    included[decoded] = found
    return found
  }

  /// Reads a schema that lists alternatives or parts, or has a type.
  private mutating func structure(_ members: JSONObject, _ schema: JSONValue, at place: String) -> TypeScriptType {
    var parts: [TypeScriptType] = []
    for (index, part) in (members["allOf"]?.array ?? []).enumerated() {
      // An object without rules for its members becomes `any`. Otherwise it would add an index signature to the other
      // parts.
      parts.append(isBareObject(part) ? .any : type(part, at: "\(place)/allOf/\(index)"))
    }
    for keyword in ["oneOf", "anyOf"] {
      guard let alternatives = members[keyword]?.array else { continue }
      parts.append(union(alternatives, of: schema, at: "\(place)/\(keyword)"))
    }
    let base = typed(members, at: place)
    // A type next to alternatives adds nothing to them, unless it describes members or elements.
    if parts.contains(where: { $0 != .any }), !hasStructure(members) { return .allOf(parts) }
    return .allOf([base] + parts)
  }

  private func isBareObject(_ schema: JSONValue) -> Bool {
    let others = ["properties", "$ref", "const", "enum", "allOf", "oneOf", "anyOf"]
    return schema["type"]?.string == "object" && others.allSatisfy { schema[$0] == nil }
      && schema["additionalProperties"].map { $0.bool != nil } ?? true
  }

  private func hasStructure(_ members: JSONObject) -> Bool {
    ["properties", "additionalProperties", "items", "prefixItems"].contains { members[$0] != nil }
  }

  /// Reads a schema by its keyword `type`, a name or a list of names.
  private mutating func typed(_ members: JSONObject, at place: String) -> TypeScriptType {
    if let names = members["type"]?.array {
      return .anyOf(names.map { named($0.string ?? "", members, at: place) })
    }
    return named(members["type"]?.string, members, at: place)
  }

  private mutating func named(_ name: String?, _ members: JSONObject, at place: String) -> TypeScriptType {
    switch name {
    case "null": return .null
    case "boolean": return .boolean
    case "number": return .number
    case "integer": return Self.isLarge(members) ? .integer : .number
    case "string": return string(members)
    case "array": return array(members, at: place)
    case "object": return object(members, at: place)
    case nil where ["properties", "additionalProperties"].contains { members[$0] != nil }:
      return object(members, at: place)
    case nil where ["items", "prefixItems"].contains { members[$0] != nil }: return array(members, at: place)
    case nil: return .any
    case .some(let other):
      note(place, "has the unknown type `\(other)`; it is read as any value")
      return .any
    }
  }

  private func string(_ members: JSONObject) -> TypeScriptType {
    if let known = members["x-extensible-enum"]?.array ?? examples(members), !known.isEmpty { return .open(known) }
    if members["contentEncoding"]?.string == "base64" || members["format"]?.string == "byte" { return .base64 }
    if members["format"]?.string == "binary" { return .binary }
    return members["format"]?.string == "date-time" && options.dates == .date ? .date : .string
  }

  /// Returns the examples of a string without rules if there are several, because a contract's open enumeration lists
  /// its known values as examples. The type still allows all strings, so other examples are harmless.
  private func examples(_ members: JSONObject) -> [JSONValue]? {
    guard let examples = members["examples"]?.array, examples.count > 1 else { return nil }
    let rules = ["format", "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]
    guard rules.allSatisfy({ members[$0] == nil }) else { return nil }
    let areWords = examples.allSatisfy { example in
      example.string.map { $0.utf8.allSatisfy { byte in byte > 0x20 && byte < 0x7F } } ?? false
    }
    return areWords ? examples : nil
  }

  private mutating func array(_ members: JSONObject, at place: String) -> TypeScriptType {
    guard let first = members["prefixItems"]?.array else {
      return .array(type(members["items"], at: place + "/items"))
    }
    var elements: [TypeScriptType] = []
    for (index, element) in first.enumerated() { elements.append(type(element, at: "\(place)/prefixItems/\(index)")) }
    var rest = members["items"].map { type($0, at: place + "/items") } ?? .any
    if let maximum = members["maxItems"]?.int, maximum <= elements.count { rest = .never }
    // Most documents with `prefixItems` require all positions, even without `minItems`.
    let required = min(members["minItems"]?.int ?? elements.count, elements.count)
    return .tuple(elements, required: required, rest: rest == .never ? nil : rest)
  }

  private func literal(_ value: JSONValue, of members: JSONObject) -> TypeScriptType {
    guard value.array == nil, value.object == nil else { return .any }
    guard case .number(let digits) = value, digits.integer(as: Int128.self) != nil else {
      return value.isNull ? .null : .literal(value, isLarge: false)
    }
    return .literal(value, isLarge: members["type"]?.string == "integer" && Self.isLarge(members))
  }

  /// True for integers that may need more than 53 bits: neither format nor bounds limit them to fewer.
  static func isLarge(_ schema: JSONObject) -> Bool {
    switch schema["format"]?.string {
    case "int8", "int16", "int32", "uint8", "uint16", "uint32": return false
    case "int64", "uint64": return true
    default: break
    }
    let limit = 9_007_199_254_740_991.0
    let lowest = schema["minimum"]?.double ?? schema["exclusiveMinimum"]?.double
    let highest = schema["maximum"]?.double ?? schema["exclusiveMaximum"]?.double
    guard let lowest, let highest else { return true }
    return lowest < -limit || highest > limit
  }

  mutating func note(_ place: String, _ text: String) {
    notes.append("\(place.isEmpty ? "/" : place) \(text).")
  }
}
