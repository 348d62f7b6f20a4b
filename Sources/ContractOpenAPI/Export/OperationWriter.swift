internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A writer of one operation.
struct OperationWriter {
  let operation: APIOperation
  let context: ExportContext
  /// The names of placeholders in the document, by their names in the operation.
  var placeholders: [String: String] = [:]

  /// The names of operations in a path item, by their methods.
  private static let methods = [
    "GET": "get", "PUT": "put", "POST": "post", "DELETE": "delete", "OPTIONS": "options", "HEAD": "head",
    "PATCH": "patch", "TRACE": "trace",
  ]

  /// Returns the member for a method, and the member of the path item that contains it; nil for the path item itself. Returns
  /// nil for a method that a version of OpenAPI cannot describe.
  static func group(of method: HTTPMethod, _ version: OpenAPIVersion) -> (name: String?, member: String)? {
    if let member = methods[method.rawValue] { return (nil, member) }
    guard version == .v32 else { return nil }
    if method.rawValue == "QUERY" { return (nil, "query") }
    return ("additionalOperations", method.rawValue)
  }

  /// Returns the path. Literals are written as they are sent, and every placeholder as `{name}`.
  func path() -> String {
    for case .rest(let name) in operation.path.segments {
      context.omit("The placeholder `\(name)` of \(operation.id) matches several segments; OpenAPI has no such path.")
    }
    return path { placeholders[$0] ?? $0 }
  }

  /// The path without the names of placeholders.
  var shape: String { path { _ in "" } }

  private func path(naming name: (String) -> String) -> String {
    if operation.path.segments.isEmpty { return "/" }
    var text = ""
    for (index, segment) in operation.path.segments.enumerated() {
      text += "/"
      switch segment {
      case .literal(let literal): operation.path.appendLiteral(literal, at: index, to: &text)
      case .placeholder(let placeholder), .rest(let placeholder): text += "{\(name(placeholder))}"
      }
    }
    return text
  }

  func value() -> JSONValue {
    let described = operation.described
    for problem in described.problems { context.add(problem: "\(operation.id): \(problem)") }
    let hasResult = described.responses.contains { $0.schema != nil || $0.channel != nil }
    if operation.hasJSONCoder, hasResult || operation.requestContent.mediaType != nil {
      context.omit(
        "\(operation.id) has a custom coder of JSON; the schemas describe its values as the package writes them.")
    }
    let parameters = ParameterWriter(operation: operation, context: context, placeholders: placeholders)
      .values(described)
    let responses = ResponseWriter(operation: operation, described: described, context: context).value()
    return .members([
      "tags": operation.tag.map { [.string($0)] },
      "summary": operation.summary.map { .string($0) },
      "description": description(described).map { .string($0) },
      "operationId": .string(operation.id),
      "parameters": parameters.isEmpty ? nil : .array(parameters),
      "requestBody": BodyWriter(operation: operation, context: context).value(described),
      "responses": responses,
      "deprecated": operation.deprecation == nil ? nil : true,
      "security": security(),
      "x-websocket": described.responses.first?.channel.map(channel),
      "x-paging": operation.paging.map {
        PagingWriter(operation: operation, described: described, context: context).value($0)
      },
    ])
  }

  private func description(_ described: OperationDescription) -> String? {
    var paragraphs = [described.documentation].compactMap { $0 }
    if let deprecation = operation.deprecation {
      let sunset = deprecation.sunset.map { " It may be removed on \($0) or later." } ?? ""
      let end = deprecation.reason.utf8.last == UInt8(ascii: ".") ? "" : "."
      paragraphs.append("**Deprecated:** \(deprecation.reason)\(end)\(sunset)")
    }
    return paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
  }

  /// Returns the messages of a WebSocket in the form of a body's content, because OpenAPI has no keyword for messages.
  private func channel(_ channel: ChannelDescription) -> JSONValue {
    func content(_ message: ChannelDescription.Message) -> JSONValue {
      .members([message.mediaType.essence: ["schema": context.schema(message.schema, operation.wire.json)]])
    }
    return ["sent": content(channel.sent), "received": content(channel.received)]
  }

  private func security() -> JSONValue? {
    guard !operation.security.isEmpty else { return nil }
    return .array(
      operation.security.map { requirement in
        let scheme = requirement.scheme
        let name = context.define(securityScheme: scheme.name, scheme.value)
        let scopes = context.version == .v30 ? [] : requirement.scopes
        if scopes.count < requirement.scopes.count {
          context.omit("OpenAPI 3.0 cannot express the scopes of `\(scheme.name)` that \(operation.id) requires.")
        }
        return .members([name: .array(scopes.map { .string($0) })])
      })
  }
}

extension SecurityScheme {
  /// The scheme as a member of `securitySchemes`.
  fileprivate var value: JSONValue {
    switch kind {
    case .bearer:
      return .members(["type": "http", "scheme": "bearer", "bearerFormat": format.map { .string($0) }])
    case .basic: return ["type": "http", "scheme": "basic"]
    case .headerKey(let name): return ["type": "apiKey", "in": "header", "name": .string(name.rawName)]
    case .queryKey(let name): return ["type": "apiKey", "in": "query", "name": .string(name)]
    case .cookieKey(let name): return ["type": "apiKey", "in": "cookie", "name": .string(name)]
    }
  }
}
