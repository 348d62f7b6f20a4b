internal import Contract
internal import ContractCoding

/// A writer of the content of a stream of values.
///
/// OpenAPI 3.2 describes one value with `itemSchema`. Earlier versions have no such keyword, so the schema is written as
/// the extension `x-itemSchema`.
struct StreamWriter {
  let operation: APIOperation
  let context: ExportContext

  /// Returns the media type object of a stream.
  func value(_ schema: JSONSchema, _ form: StreamForm) -> JSONValue {
    let element = context.schema(schema, operation.wire.json)
    let item = form == .lines ? element : event(schema, element, isText: form == .textEvents)
    if context.version == .v32 { return ["itemSchema": item] }
    context.omit(
      "OpenAPI before 3.2 does not describe the values of the stream of \(operation.id); they are in `x-itemSchema`.")
    return ["schema": ["type": "string"], "x-itemSchema": item]
  }

  /// Returns the schema of an event, whose members are its fields.
  private func event(_ schema: JSONSchema, _ element: JSONValue, isText: Bool) -> JSONValue {
    var properties: [(String, JSONValue)] = [
      ("id", ["type": "string"]), ("retry", ["type": "integer", "minimum": 0]),
    ]
    var data: JSONValue = ["type": "string"]
    // A named type is written as a reference, so the tags are read from the schema of the type.
    let tagged = schema.type?.schema ?? schema
    if let kinds = tagged.discriminator {
      let names = kinds.values.compactMap { $0.map(JSONValue.string) }
      properties.append(("event", kinds.isOpen ? ["type": "string"] : ["type": "string", "enum": .array(names)]))
      data = json(kinds.content.map { content(of: tagged, named: $0) } ?? element)
    } else if !isText {
      data = json(element)
    }
    properties.append(("data", data))
    return ["type": "object", "required": ["data"], "properties": .object(JSONObject(properties))]
  }

  private func json(_ schema: JSONValue) -> JSONValue {
    ["type": "string", "contentMediaType": "application/json", "contentSchema": schema]
  }

  /// Returns the schema of the contents of all cases. The content of a case without one is null.
  private func content(of schema: JSONSchema, named name: String) -> JSONValue {
    var schemas: [JSONValue] = []
    for alternative in schema.oneOf {
      let content = alternative.properties.first { $0.name == name }
      let value = content.map { context.schema($0.schema, operation.wire.json) } ?? ["type": "null"]
      if !schemas.contains(value) { schemas.append(value) }
    }
    return schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }
}
