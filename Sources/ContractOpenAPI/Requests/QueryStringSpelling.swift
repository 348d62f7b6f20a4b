internal import ContractCoding
internal import ContractHTTP

/// The serialization of a parameter that is the whole query (OpenAPI 3.2), by its media type.
struct QueryStringSpelling {
  private let media: OpenAPIMediaType
  private let spelling: ValueSpelling
  private let schemas: [OpenAPINode]

  init(_ parameter: OpenAPIParameter, _ spelling: ValueSpelling) {
    self.spelling = spelling
    schemas = parameter.schema.map { [$0] } ?? []
    let name = parameter.contentType ?? "application/x-www-form-urlencoded"
    media = OpenAPIMediaType(
      name: name, schema: parameter.schema, itemSchema: nil,
      node: parameter.node["content"]?[name] ?? OpenAPINode([:], at: parameter.node.pointer))
  }

  /// Returns the query; empty for no query.
  func text(_ value: JSONValue) -> String {
    switch OperationBody.Format(media.name) {
    case .json: return PercentEncoding.encoded(value.description, for: .component)
    case .form, .multipart:
      let members = value.object ?? JSONObject()
      return members.flatMap { FormMember($0.name, in: media, spelling).fields($0.value) }.joined(separator: "&")
    case .text, .binary: return PercentEncoding.encoded(spelling.text(of: value), for: .component)
    }
  }

  /// Returns the value of a query.
  func value(of query: some StringProtocol) -> JSONValue {
    let format = OperationBody.Format(media.name)
    if format == .form || format == .multipart {
      return spelling.object(of: FormField.fields(of: query), schemas, in: media)
    }
    let text = PercentEncoding.decode(Array(query.utf8)[...]) ?? String(query)
    if format == .json { return (try? JSONValue(parsing: text)) ?? .string(text) }
    return spelling.value(of: text, schemas)
  }
}
