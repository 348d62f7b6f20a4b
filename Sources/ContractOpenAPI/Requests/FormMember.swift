internal import ContractCoding
internal import ContractHTTP

/// The serialization of a member of a URL-encoded form, by its `encoding`.
struct FormMember {
  let name: String
  private let encoding: OpenAPINode?
  private let spelling: ValueSpelling

  init(_ name: String, in form: OpenAPIMediaType?, _ spelling: ValueSpelling) {
    self.name = name
    encoding = form?.node["encoding"]?[name]
    self.spelling = spelling
  }

  /// Returns the fields: `name=value`.
  func fields(_ value: JSONValue) -> [String] {
    let isObject = value.object != nil
    return parameter(isJSON: isObject && !isStyled, []).fields(value)
  }

  /// Returns the value in the fields of a form; nil if absent.
  func value(in fields: [FormField], _ schemas: [OpenAPINode]) -> JSONValue? {
    let own = fields.filter { $0.name == name }
    let kinds = spelling.kinds(of: schemas)
    if kinds.contains(.object), !isStyled, let json = own.last?.value, let value = try? JSONValue(parsing: json),
      kinds.count == 1 || value.object != nil
    {
      return value
    }
    let isEmpty = own.map(\.value) == [""]
    guard kinds.contains(.array), isStyled, !isEmpty else { return spelling.value(name, in: fields, schemas) }
    return parameter(isJSON: false, schemas).value(in: fields)
  }

  /// Whether the `encoding` sets a style. Without one, objects are JSON (OpenAPI 3.1.1 §4.8.15.1.1).
  private var isStyled: Bool { ["style", "explode", "allowReserved"].contains { encoding?[$0] != nil } }

  /// Returns a query parameter that is serialized like the member.
  private func parameter(isJSON: Bool, _ schemas: [OpenAPINode]) -> ParameterSpelling {
    let style = encoding?["style"]?.value.string ?? "form"
    let parameter = OpenAPIParameter(
      name: name, location: .query, isRequired: false, isDeprecated: false, allowsEmptyValue: false, description: nil,
      style: style, explode: encoding?["explode"]?.value.bool ?? (style == "form"), schema: nil,
      contentType: isJSON ? "application/json" : nil, node: encoding ?? OpenAPINode([:], at: ""))
    return ParameterSpelling(parameter: parameter, spelling: spelling, schemas: schemas)
  }
}
