internal import ContractCoding
internal import ContractHTTP

/// The method of a client for an operation.
struct TypeScriptMethod {
  let types: TypeScriptOperationTypes
  let shapes: TypeScriptShapes
  var shared = TypeScriptSharedContents()

  var operation: TypeScriptOperation { types.operation }

  /// Writes the method.
  func write(to text: inout TypeScriptText) {
    text.comment(notes)
    let input = types.hasInput ? "input: \(operation.inputName)\(types.isInputOptional ? " = {}" : ""), " : ""
    let channel = types.channel
    let options = channel == nil ? "CallOptions" : "ChannelOptions"
    text.block("\(operation.method)(\(input)options?: \(options)): \(channel ?? "Promise<\(types.result)>") {") {
      text in
      let (start, end) = (
        "return this.#caller.\(channel == nil ? "call" : "open")(",
        types.hasInput ? ", input, options);" : ", {}, options);"
      )
      let value = TypeScriptValue.object(description)
      text.line(start + value.text(column: start.utf8.count + end.utf8.count + 4) + end)
    }
  }

  private var notes: [String] {
    let source = operation.source
    var lines: [String] = []
    if let summary = source.summary, !summary.isEmpty { lines.append(summary) }
    if let description = source.description, !description.isEmpty, description != source.summary {
      lines += lines.isEmpty ? [description] : ["", description]
    }
    if !lines.isEmpty { lines.append("") }
    lines.append("`\(source.title)`")
    if !operation.errors.isEmpty { lines.append("@throws {@link \(operation.errorName)}") }
    if source.isDeprecated { lines.append("@deprecated") }
    return lines
  }

  private var description: [(name: String, value: TypeScriptValue)] {
    var members: [(name: String, value: TypeScriptValue)] = [
      ("id", .string(operation.id)), ("method", .string(operation.source.method.rawValue)),
      ("path", .string(operation.source.path)),
    ]
    let segments = operation.parameters.filter { $0.source.location == .path }.compactMap { parameter in
      parameter.style.map { (parameter.source.name, TypeScriptValue.string($0)) }
    }
    if !segments.isEmpty { members.append(("segments", .object(segments))) }
    let locations: [OpenAPIParameter.Location] = [.query, .header, .cookie]
    for location in locations {
      let found = operation.parameters.filter { $0.source.location == location }
      if !found.isEmpty { members.append((location.rawValue, .array(found.map { parameter($0) }))) }
    }
    if !operation.bodies.isEmpty { members.append(("body", .array(operation.bodies.map { requestBody($0) }))) }
    if operation.hasWholeResults { members.append(("isWhole", .source("true"))) }
    var responses: [(name: String, value: TypeScriptValue)] = []
    var headers: [(name: String, value: TypeScriptValue)] = []
    for response in operation.responses {
      let value = contents(of: response)
      responses.append((response.status, shared.name(of: value, for: response.status).map { .source($0) } ?? value))
      guard response.isResult, !response.headers.isEmpty else { continue }
      headers.append((response.status, .object(response.headers.map { header($0) })))
    }
    members.append(("responses", .object(responses)))
    if !headers.isEmpty { members.append(("headers", .object(headers))) }
    if let channel = operation.channel {
      var parts: [(name: String, value: TypeScriptValue)] = [
        ("sent", .array(channel.sent.map { requestBody($0) })),
        ("received", .array(channel.received.map { responseBody($0) })),
      ]
      if !channel.subprotocols.isEmpty {
        parts.append(("protocols", .array(channel.subprotocols.map { .string($0) })))
      }
      members.append(("channel", .object(parts)))
    }
    let security = operation.security.map { names in TypeScriptValue.array(names.map { TypeScriptValue.string($0) }) }
    if !security.isEmpty { members.append(("security", .array(security))) }
    return members
  }

  /// Returns the bodies of a response.
  func contents(of response: TypeScriptResponse) -> TypeScriptValue {
    .array(response.bodies.map { responseBody($0) })
  }

  private func parameter(_ parameter: TypeScriptParameter) -> TypeScriptValue {
    let name = TypeScriptValue.string(parameter.source.name)
    guard let style = parameter.style else { return name }
    return .array([name, .string(style)])
  }

  private func requestBody(_ body: TypeScriptBody) -> TypeScriptValue {
    var members: [(name: String, value: TypeScriptValue)] = [("type", TypeScriptValue.string(body.mediaType))]
    // If large integers are strings, the shape of the body distinguishes them from other strings. Other values are
    // written without a shape.
    let needsShape = shapes.options.largeIntegers == TypeScriptOptions.LargeIntegers.string
    let type = body.sentType
    var isJSON = TypeScriptReader.isJSON(body.mediaType)
    if case .lines = type {
      members.append((name: "stream", value: .string("lines")))
      isJSON = true
    }
    if needsShape, isJSON, let shape = shapes.shape(type) { members.append((name: "shape", value: shape)) }
    if let parts = body.parts { members.append((name: "parts", value: parts)) }
    return TypeScriptValue.object(members)
  }

  private func responseBody(_ body: TypeScriptBody) -> TypeScriptValue {
    var members: [(name: String, value: TypeScriptValue)] = [("type", .string(body.mediaType))]
    if let element = body.element {
      let isEvents = body.mediaType == "text/event-stream"
      members.append(("stream", .string(isEvents ? "events" : "lines")))
      // An event may have a string as its data, but a line always contains JSON.
      if isEvents, element == .string { members.append(("isText", .source("true"))) }
      if let shape = shapes.shape(element) { members.append(("shape", shape)) }
      return .object(members)
    }
    if TypeScriptReader.isJSON(body.mediaType), let shape = shapes.shape(body.type) { members.append(("shape", shape)) }
    if operation.errors.contains(where: {
      $0.bodies.contains { $0.type == body.type && $0.mediaType == body.mediaType }
    }),
      let tag = types.errorTag, let values = types.tagValues(body, tag)
    {
      members.append(("tag", .array([.string(tag), .array(values.map { Self.literal($0) })])))
    }
    return .object(members)
  }

  private static func literal(_ value: JSONValue?) -> TypeScriptValue {
    guard let value else { return .source("undefined") }
    return if let string = value.string { .string(string) } else { .source(value.description) }
  }

  private func header(_ header: TypeScriptHeader) -> (name: String, value: TypeScriptValue) {
    var members: [(name: String, value: TypeScriptValue)] = []
    var type = header.type
    if case .array(let element) = type {
      members.append(("isList", .source("true")))
      type = element
    }
    let kind: String? =
      switch type {
      case .integer: shapes.isConverted(type) ? "integer" : "number"
      case .number: "number"
      case .boolean: "boolean"
      case .date: "date"
      case .base64: "base64"
      default: nil
      }
    if let kind { members.append(("kind", .string(kind))) }
    if header.source.isRequired { members.append(("isRequired", .source("true"))) }
    return (header.source.name, .object(members))
  }
}
