internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A writer of an operation's parameters.
struct ParameterWriter {
  let operation: APIOperation
  let context: ExportContext
  /// The names of placeholders in the document, by their names in the operation.
  let placeholders: [String: String]

  func values(_ described: OperationDescription) -> [JSONValue] {
    var values = described.parameters.compactMap(parameter)
    for constant in operation.path.constants {
      values.append([
        "name": .string(constant.name), "in": "query", "required": true,
        "schema": constantSchema(constant.value),
      ])
    }
    if let key = operation.idempotency?.key, !has(key.rawName, described) {
      values.append([
        "name": .string(key.rawName), "in": "header", "required": false,
        "description": "A key by which the server recognizes a repeated request.", "schema": ["type": "string"],
      ])
    }
    if operation.evaluatesEntityTags, !has("If-None-Match", described) {
      values.append([
        "name": "If-None-Match", "in": "header", "required": false,
        "description": "The entity tags of known versions. If one of them is current, the response is 304.",
        "schema": ["type": "string"],
      ])
    }
    return values + queryForm(described)
  }

  private func has(_ header: String, _ described: OperationDescription) -> Bool {
    described.parameters.contains { $0.input.isHeader(header) }
  }

  private func constantSchema(_ value: String) -> JSONValue {
    context.version == .v30 ? ["type": "string", "enum": [.string(value)]] : ["const": .string(value)]
  }

  /// Returns the fields of a form that is sent as the query, because the method has no body. A form that is a single value
  /// becomes an exploded parameter, because its name is not sent.
  private func queryForm(_ described: OperationDescription) -> [JSONValue] {
    guard operation.sendsFormAsQuery, let body = described.body else { return [] }
    guard !body.schema.properties.isEmpty else {
      return [
        [
          "name": "form", "in": "query", "required": .bool(body.isRequired), "style": "form", "explode": true,
          "schema": context.schema(body.schema, options, isForm: true),
        ]
      ]
    }
    return body.schema.properties.map { property in
      let style = FormStyle.field(property.name, property.schema, of: operation, context)
      return .members([
        "name": .string(property.name), "in": "query", "required": .bool(property.isRequiredInForm),
        "description": property.schema.description.map { .string($0) },
        "style": .string(style?.name ?? "form"), "explode": .bool(style?.isExploded ?? true),
        "schema": context.schema(property.schema, options, isForm: true),
      ])
    }
  }

  private func parameter(_ parameter: ParameterDescription) -> JSONValue? {
    let input = parameter.input
    if input.location == .header, OpenAPIParameter.ignoredHeaders.contains(input.name.lowercased()) {
      context.omit("OpenAPI does not describe the header `\(input.name)` of \(operation.id) as a parameter.")
      return nil
    }
    if input.isDictionary, input.location == .header {
      context.omit("\(operation.id) reads all headers; OpenAPI describes only those with a name.")
      return nil
    }
    let style = style(of: parameter)
    return .members([
      "name": .string(name(of: parameter)), "in": .string(input.location.rawValue),
      "description": parameter.documentation.map { .string($0) },
      "required": .bool(input.location == .path || parameter.mustBePresent),
      "allowEmptyValue": input.location == .query && parameter.isAbsentIfEmpty ? true : nil,
      "style": style.name.map { .string($0) }, "explode": style.isExploded.map { .bool($0) },
      "schema": schema(of: parameter),
    ])
  }

  private func schema(of parameter: ParameterDescription) -> JSONValue {
    let schema = context.schema(parameter.schema, options, isForm: true)
    guard parameter.isNested, context.version != .v30 else { return schema }
    // Names with brackets are excluded, because they would be read as paths of names. The default moves next to `allOf`, where
    // readers look for it.
    var object = schema
    object["default"] = nil
    return .members([
      "allOf": [object], "propertyNames": ["pattern": "^[^\\[\\]\\x00]+$"], "default": schema["default"],
    ])
  }

  /// The options for schemas of parameters, which have the dates and keys of forms.
  private var options: JSONOptions { JSONOptions(dates: operation.wire.form.dates, keys: operation.wire.form.keys) }

  private func name(of parameter: ParameterDescription) -> String {
    if parameter.input.location == .path { return placeholders[parameter.input.name] ?? parameter.input.name }
    guard parameter.isList, parameter.input.location == .query, operation.wire.form.arrays == .brackets else {
      return parameter.input.name
    }
    return parameter.input.name + "[]"
  }

  /// Returns the style of a list or object; nil for a single value.
  private func style(of parameter: ParameterDescription) -> (name: String?, isExploded: Bool?) {
    let input = parameter.input
    if input.isDictionary { return ("form", true) }
    if parameter.isNested {
      let style = FormStyle.object(input.name, of: operation, context)
      return (style.name, style.isExploded)
    }
    guard parameter.isList else { return (nil, nil) }
    switch input.location {
    case .query:
      let style = FormStyle.list(input.name, of: operation, context)
      return (style.name, style.isExploded)
    case .header: return ("simple", false)
    case .cookie: return ("form", true)
    case .path, .body: return (nil, nil)
    }
  }
}

extension InputDescription {
  /// Returns true for a header with this name. Names of headers are case-insensitive (RFC 9110 §5.1).
  func isHeader(_ other: String) -> Bool { location == .header && name.lowercased() == other.lowercased() }
}

extension ParameterDescription {
  /// True if an empty value counts as absent, or is an empty list.
  fileprivate var isAbsentIfEmpty: Bool { !mustBePresent && (isList || !schema.takesEmptyText) }

  /// False for an optional value, and for an object in a query that may have no members.
  fileprivate var mustBePresent: Bool { isRequired && !(isNested && schema.hasAbsentValue) }

  /// True for an array of values that are sent as text.
  fileprivate var isList: Bool { !isNested && schema.types == [.array] }
}
