internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A writer of an operation's request body.
struct BodyWriter {
  let operation: APIOperation
  let context: ExportContext

  func value(_ described: OperationDescription) -> JSONValue? {
    guard let body = described.body, !operation.sendsFormAsQuery else { return nil }
    if context.version == .v30, let method = operation.method, [.get, .head, .delete].contains(method) {
      context.omit("Readers of OpenAPI 3.0 ignore the body of a \(method) request, such as that of \(operation.id).")
    }
    let formats = operation.requestContent.formats
    let fixed = fixedType
    var content: [(String, JSONValue)] =
      formats.isEmpty
      ? [unstructured(body, fixed)]
      : formats.map { format in ((fixed ?? format.mediaType).essence, mediaType(body, format)) }
    // A server also accepts a merge patch with the media type of JSON.
    let json = MediaType.json.essence
    let patch = content.first { $0.0 == MediaType.mergePatch.essence }
    if let patch, !content.contains(where: { $0.0 == json }) { content.append((json, patch.1)) }
    let hasChecksum = operation.hasChecksum && operation.requestContent.isByteStream
    let description = hasChecksum ? ChecksumNote.request : body.schema.name == nil ? nil : body.schema.description
    return .members([
      "description": description.map { .string($0) }, "required": .bool(hasChecksum || isRequired(body)),
      "content": .object(JSONObject(content)), "x-content-digest": hasChecksum ? ChecksumNote.value : nil,
    ])
  }

  /// The media type of a constant `Content-Type` header. Nil if the header is absent, if the server would refuse the media
  /// type, or if the body has several formats.
  private var fixedType: MediaType? {
    let content = operation.requestContent
    let type = operation.constantFields[.contentType].flatMap { MediaType($0.rawValue) }
    return content.formats.count < 2 ? type.flatMap { content.accepts($0) ? $0 : nil } : nil
  }

  /// Returns the content of a body that is a stream, text or bytes.
  private func unstructured(_ body: BodyDescription, _ fixed: MediaType?) -> (String, JSONValue) {
    let type = fixed ?? operation.requestContent.mediaType ?? .octetStream
    if let stream = body.stream {
      return (type.essence, StreamWriter(operation: operation, context: context).value(body.schema, stream))
    }
    // JSON that the service parses itself may be any value, so its schema is empty. The schema of bytes would allow
    // only strings.
    return (type.essence, ["schema": type.isJSON ? [:] : context.schema(body.schema, operation.wire.json)])
  }

  /// Whether a request must have a body. A form without required members may be absent.
  private func isRequired(_ body: BodyDescription) -> Bool {
    let isForm = operation.requestContent.formats.allSatisfy { $0.mediaType.essence == Self.form }
    guard isForm, !operation.requestContent.formats.isEmpty else { return body.isRequired }
    return body.isRequired && !body.schema.hasAbsentValue
  }

  private static let form = "application/x-www-form-urlencoded"

  private func mediaType(_ body: BodyDescription, _ format: BodyFormat) -> JSONValue {
    let isForm = format.mediaType.essence == Self.form
    let isMultipart = format.mediaType.essence == "multipart/form-data"
    let form = operation.wire.form
    let options = isForm || isMultipart ? JSONOptions(dates: form.dates, keys: form.keys) : operation.wire.json
    let schema =
      isMultipart ? multipart(body.schema, options) : context.schema(body.schema, options, isForm: isForm)
    return .members(["schema": schema, "encoding": isForm || isMultipart ? encoding(body, isMultipart) : nil])
  }

  /// Returns the schema of a multipart form, in which objects are JSON.
  private func multipart(_ schema: JSONSchema, _ options: JSONOptions) -> JSONValue {
    var schema = schema
    var objects: [(name: String, value: JSONValue)] = []
    for index in schema.properties.indices {
      let property = schema.properties[index]
      guard property.schema.isObject || property.schema.content.items?.isObject == true else { continue }
      objects.append((property.name, context.schema(property.schema, operation.wire.json)))
      schema.properties[index].isRequired = property.isRequiredInForm
      schema.properties[index].schema = JSONSchema()
    }
    var value = context.schema(schema, options, isForm: true)
    guard var properties = value["properties"] else { return value }
    for (name, object) in objects { properties[name] = object }
    value["properties"] = properties
    return value
  }

  /// Returns the `encoding` of members that are not serialized as OpenAPI assumes by default; nil if there are none.
  private func encoding(_ body: BodyDescription, _ isMultipart: Bool) -> JSONValue? {
    var members: [(String, JSONValue)] = []
    for property in body.schema.content.properties {
      let name = property.isExact ? property.name : operation.wire.form.keys.encoded(property.name)
      if body.parts.contains(property.name) {
        members.append((name, ["contentType": "*/*"]))
      } else if !isMultipart, let style = FormStyle.field(name, property.schema, of: operation, context) {
        members.append((name, ["style": .string(style.name), "explode": .bool(style.isExploded)]))
      }
    }
    return members.isEmpty ? nil : .object(JSONObject(members))
  }
}
