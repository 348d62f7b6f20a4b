internal import ContractCoding
internal import ContractHTTP

extension TypeScriptReader {
  /// The headers that are not part of results. Otherwise a deprecation would change the types of results.
  private static let commonHeaders = ["Content-Type", "Deprecation", "Sunset"]

  /// Reads an operation.
  mutating func operation(
    _ source: OpenAPIOperation, _ id: String, group: String?, method: String, names: inout TypeScriptNames
  ) -> TypeScriptOperation {
    let name = TypeScriptNames.pascalCase((group.map { $0 + " " } ?? "") + method)
    var operation = TypeScriptOperation(
      source: source, id: id, group: group, method: method, inputName: names.type(name + "Input"),
      resultName: names.type(name + "Result"), errorName: names.type(name + "Error"))
    for parameter in source.parameters {
      guard let read = self.parameter(parameter) else { continue }
      operation.parameters.append(read)
    }
    for content in source.requestBody?.content ?? [] { operation.bodies.append(body(content)) }
    if source.opensWebSocket {
      operation.channel = TypeScriptChannel(
        sent: (source.channel?.sent ?? []).map { body($0) },
        received: (source.channel?.received ?? []).map { body($0) },
        subprotocols: source.channel?.subprotocols ?? [])
      return operation
    }
    for response in source.responses {
      var read = TypeScriptResponse(status: response.status)
      for header in response.headers where !Self.commonHeaders.contains(where: header.isNamed) {
        read.headers.append(
          TypeScriptHeader(source: header, type: type(header.schema?.value, at: header.schema?.pointer ?? "")))
      }
      for content in response.content { read.bodies.append(body(content)) }
      operation.responses.append(read)
    }
    return operation
  }

  private mutating func parameter(_ parameter: OpenAPIParameter) -> TypeScriptParameter? {
    guard parameter.location != .querystring else {
      note(parameter.node.pointer, "is the whole query, which the client cannot send; the parameter is left out")
      return nil
    }
    let isExpansion = parameter.style == "label" || parameter.style == "matrix"
    if isExpansion, parameter.location != .path {
      note(parameter.node.pointer, "has the style `\(parameter.style)`, which only paths have; use another style")
    }
    let type = type(parameter.schema?.value, at: parameter.schema?.pointer ?? parameter.node.pointer)
    return TypeScriptParameter(source: parameter, type: type, style: style(of: parameter, type))
  }

  /// Returns the name of the serialization of a parameter; nil for the usual one of its location.
  private func style(of parameter: OpenAPIParameter, _ type: TypeScriptType) -> String? {
    if let content = parameter.contentType { return Self.isJSON(content.lowercased()) ? "json" : nil }
    switch parameter.location {
    case .query, .querystring: return Self.style(parameter.style, parameter.explode)
    case .path where parameter.style == "label" || parameter.style == "matrix":
      return parameter.style + (parameter.explode && !type.isOneText ? "*" : "")
    case .path, .header: return parameter.explode && !type.hasNoMembers ? "pairs" : nil
    case .cookie: return parameter.explode || type.isOneText ? nil : "comma"
    }
  }

  /// Returns the name of a style in the client; nil for repeated names.
  private static func style(_ style: String, _ explode: Bool) -> String? {
    switch style {
    case "form" where !explode: "comma"
    case "spaceDelimited" where !explode: "space"
    case "pipeDelimited" where !explode: "pipe"
    case "deepObject": "deepObject"
    default: nil
    }
  }

  // MARK: - Bodies

  private mutating func body(_ content: OpenAPIMediaType) -> TypeScriptBody {
    let name = content.essence
    let place = content.schema?.pointer ?? content.node.pointer
    if name == "text/event-stream" || content.itemSchema != nil || OpenAPIMediaType.lines.contains(name) {
      let element = content.itemSchema.map { type(events(of: $0, name).value, at: $0.pointer) }
      return TypeScriptBody(mediaType: name, type: .binary, element: element ?? .any)
    }
    if Self.isJSON(name) { return TypeScriptBody(mediaType: name, type: type(content.schema?.value, at: place)) }
    if name == "application/x-www-form-urlencoded" || name.utf8.starts(with: "multipart/".utf8) {
      return form(content, name, at: place)
    }
    return TypeScriptBody(mediaType: name, type: Self.isText(name) ? .string : .binary)
  }

  /// Returns the schema of the data of an event. The other fields of the event are not read.
  private func events(of schema: OpenAPINode, _ mediaType: String) -> OpenAPINode {
    guard mediaType == "text/event-stream" else { return schema }
    guard let data = schema["properties"]?["data"] else { return schema }
    return data["contentSchema"] ?? data
  }

  static func isJSON(_ mediaType: String) -> Bool {
    mediaType.ends(withBytes: "/json") || mediaType.ends(withBytes: "+json")
  }

  private static func isText(_ mediaType: String) -> Bool {
    mediaType.utf8.starts(with: "text/".utf8)
      || ["/xml", "+xml", "/yaml", "+yaml"].contains { mediaType.ends(withBytes: $0) }
  }

  /// Reads a form. Its members are written inline, because some have other types than in JSON.
  private mutating func form(_ content: OpenAPIMediaType, _ name: String, at place: String) -> TypeScriptBody {
    let schema = resolved(content.schema?.value ?? [:])
    let whole = type(schema, at: place)
    guard case .object(var members, let rest) = whole else { return TypeScriptBody(mediaType: name, type: whole) }
    var parts: [(name: String, value: TypeScriptValue)] = []
    let isMultipart = name != "application/x-www-form-urlencoded"
    for index in members.indices {
      let part = members[index].name
      let property: JSONValue = schema["properties"]?[part] ?? [:]
      let encoding: JSONValue = content.node.value["encoding"]?[part] ?? [:]
      let hasFiles = isMultipart && isFile(property, encoding)
      if hasFiles { members[index].type = property["type"]?.string == "array" ? .array(.binary) : .binary }
      let rules = format(encoding, members[index].type, isFile: hasFiles, isMultipart: isMultipart)
      if !rules.isEmpty { parts.append((part, .object(rules))) }
    }
    return TypeScriptBody(
      mediaType: name, type: .object(members, rest: rest), parts: parts.isEmpty ? nil : .object(parts))
  }

  /// True for a part that is sent unchanged: bytes without a text encoding.
  ///
  /// - Parameter depth: the number of lists around the part. A list may contain itself.
  private func isFile(_ property: JSONValue, _ encoding: JSONValue, depth: Int = 0) -> Bool {
    guard depth < 8 else { return false }
    let schema = resolved(property)
    if schema["type"]?.string == "array" {
      return schema["items"].map { isFile($0, encoding, depth: depth + 1) } ?? false
    }
    if schema["format"]?.string == "binary" { return true }
    guard schema["contentEncoding"] == nil, schema["format"]?.string != "byte" else { return false }
    if schema["contentMediaType"] != nil { return true }
    let isUntyped = ["type", "enum", "const", "oneOf", "anyOf", "allOf", "properties"].allSatisfy { schema[$0] == nil }
    return isUntyped && encoding["contentType"]?.string.map { Self.isJSON($0.lowercased()) } != true
  }

  private func format(
    _ encoding: JSONValue, _ type: TypeScriptType, isFile: Bool, isMultipart: Bool
  ) -> [(name: String, value: TypeScriptValue)] {
    let mediaType = encoding["contentType"]?.string
    if isMultipart {
      // The first type that is not a range is sent.
      let types = (mediaType ?? "").split(atByte: ",").map { String($0.withoutOuterSpace) }
      let sent = types.first { !$0.contains(byte: "*") }
      return (isFile ? [("isFile", .source("true"))] : []) + (sent.map { [("type", .string($0))] } ?? [])
    }
    // Objects of a form are JSON unless the document specifies a style (OpenAPI 3.1.1 §4.8.15.1.1).
    guard encoding["style"] != nil || encoding["explode"] != nil else {
      return isObject(type) ? [("style", .string("json"))] : []
    }
    let name = encoding["style"]?.string ?? "form"
    return Self.style(name, encoding["explode"]?.bool ?? (name == "form")).map { [("style", .string($0))] } ?? []
  }

  private func isObject(_ type: TypeScriptType) -> Bool {
    switch type {
    case .object, .dictionary, .intersection, .any: true
    case .component(let name):
      (target(Self.prefix + JSONPointer.token(name)).map { resolved($0) }?["properties"]) != nil
    default: false
    }
  }

  /// Follows the references of a schema.
  func resolved(_ schema: JSONValue) -> JSONValue {
    var schema = schema
    for _ in 0..<16 {
      guard let next = schema["$ref"]?.string.flatMap({ target($0) }) else { break }
      schema = next
    }
    return schema
  }
}
