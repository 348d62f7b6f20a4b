internal import ContractCoding

/// A conversion of JSON Schema (draft 2020-12) into the schemas of OpenAPI 3.0.
struct SchemaDowngrade {
  /// Receives a sentence about each fact that OpenAPI 3.0 cannot express.
  let report: (String) -> Void

  func schema(_ value: JSONValue) -> JSONValue {
    guard let object = value.object else { return value }
    var result: [(String, JSONValue)] = []
    for (name, member) in object.map({ ($0.name, $0.value) }) { convert(name, member, object, into: &result) }
    return wrappingReference(result)
  }

  private func convert(
    _ name: String, _ member: JSONValue, _ object: JSONObject, into result: inout [(String, JSONValue)]
  ) {
    switch name {
    case "type": result += type(member)
    case "const": result.append(("enum", [member]))
    case "examples":
      if let first = member.array?.first { result.append(("example", first)) }
      if (member.array?.count ?? 0) > 1 { report("OpenAPI 3.0 has one example for each schema; others are omitted.") }
    case "contentEncoding": result.append(("format", member == "base64" ? "byte" : member))
    case "minimum" where hides(object["exclusiveMinimum"], member, isLower: true): break
    case "maximum" where hides(object["exclusiveMaximum"], member, isLower: false): break
    case "exclusiveMinimum" where !hides(member, object["minimum"], isLower: true): break
    case "exclusiveMaximum" where !hides(member, object["maximum"], isLower: false): break
    case "exclusiveMinimum": result += [("minimum", member), ("exclusiveMinimum", true)]
    case "exclusiveMaximum": result += [("maximum", member), ("exclusiveMaximum", true)]
    case "properties":
      let members = (member.object ?? JSONObject()).map { ($0.name, schema($0.value)) }
      result.append((name, .object(JSONObject(members))))
    case "prefixItems": result.append(("items", items(member)))
    case "items", "additionalProperties": result.append((name, schema(member)))
    case "propertyNames":
      report("OpenAPI 3.0 cannot restrict the names of members, such as the keys of dictionaries with numbers as keys.")
    case "oneOf", "anyOf": result += alternatives(name, member, object)
    default: result.append((name, member))
    }
  }

  /// Returns true if an exclusive bound is at least as strict as an inclusive bound. OpenAPI 3.0 has only one of the two.
  private func hides(_ exclusive: JSONValue?, _ inclusive: JSONValue?, isLower: Bool) -> Bool {
    guard case .number(let exclusive)? = exclusive else { return false }
    guard case .number(let inclusive)? = inclusive else { return true }
    let (first, second) = (ExactDecimal(exclusive), ExactDecimal(inclusive))
    return isLower ? first >= second : first <= second
  }

  /// Returns one schema for all elements of an array with fixed positions.
  private func items(_ positions: JSONValue) -> JSONValue {
    report("OpenAPI 3.0 cannot describe arrays with fixed positions; each element may have the schema of any position.")
    var schemas: [JSONValue] = []
    for position in positions.array ?? [] where !schemas.contains(schema(position)) { schemas.append(schema(position)) }
    return schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }

  private func type(_ value: JSONValue) -> [(String, JSONValue)] {
    guard let types = value.array else { return value == "null" ? Self.null : [("type", value)] }
    let others = types.filter { $0 != "null" }
    let hasNull = others.count < types.count
    if others.count == 1 { return [("type", others[0])] + (hasNull ? [("nullable", true)] : []) }
    let schemas = others.map { type -> JSONValue in ["type": type] }
    return [("anyOf", .array(schemas + (hasNull ? [.object(JSONObject(Self.null))] : [])))]
  }

  /// The members of the schema of null. `nullable` has an effect only next to a `type` (OpenAPI 3.0.3 §4.7.24), and the only
  /// listed value excludes all objects.
  private static let null: [(String, JSONValue)] = [("type", "object"), ("nullable", true), ("enum", [.null])]

  /// Returns alternatives with null converted.
  ///
  /// - Parameter object: the schema with the alternatives.
  private func alternatives(_ name: String, _ value: JSONValue, _ object: JSONObject) -> [(String, JSONValue)] {
    let all = value.array ?? []
    let others = all.filter { $0["type"] != "null" }
    let schemas = others.map(schema)
    guard others.count < all.count else { return [(schemas.count == 1 ? "allOf" : name, .array(schemas))] }
    // The only alternative is not nested if it has a type, next to which it can be nullable.
    if schemas.count == 1, let only = schemas[0].object, only["type"] != nil, only["enum"] == nil,
      !only.contains(where: { object[$0.name] != nil })
    {
      return only.map { ($0.name, $0.value) } + [("nullable", true)]
    }
    return [(name, .array(schemas + [.object(JSONObject(Self.null))]))]
  }

  /// Returns a schema whose reference is an element of `allOf`, because OpenAPI 3.0 ignores members next to a
  /// reference.
  private func wrappingReference(_ members: [(String, JSONValue)]) -> JSONValue {
    let object = JSONObject(members)
    guard members.count > 1, let reference = object["$ref"] else { return .object(object) }
    return .object(JSONObject([("allOf", [["$ref": reference]])] + members.filter { $0.0 != "$ref" }))
  }
}
