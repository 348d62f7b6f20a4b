import ContractCoding
import ContractHTTP
import ContractOpenAPI

/// A request as a document describes it.
struct RequestMessage {
  /// Values by location and name, such as `query limit`.
  var parameters: [String: (value: JSONValue, style: String)] = [:]
  var body: (type: String, value: JSONValue?)?
  /// The spellings of the members of a form, by their names.
  var members: [String: String] = [:]
  var credentials: Set<String> = []
  /// A message of a WebSocket, and the subprotocol that the client requires.
  var sent: (type: String, value: JSONValue?)?
  var subprotocol: String?
}

/// A response as a document describes it.
struct ResponseMessage {
  var status = 200
  /// Values and their styles by name.
  var headers: [String: (value: JSONValue, style: String)] = [:]
  var body: (type: String, value: JSONValue?)?
  /// The spellings of the members of a form, by their names.
  var members: [String: String] = [:]
  /// A message of a WebSocket.
  var received: (type: String, value: JSONValue?)?
}

/// A peer that sends and accepts exactly the messages that a document describes.
struct DescribedPeer {
  let document: OpenAPIDocument
  let operation: OpenAPIOperation
  /// Whether the peer describes a webhook. Its receiver ignores undeclared parts of requests, and its sender ignores no
  /// part of a response.
  let isCallback: Bool
  private let checker: ValueChecker

  init(_ document: OpenAPIDocument, _ operation: OpenAPIOperation, isCallback: Bool = false) {
    self.document = document
    self.operation = operation
    self.isCallback = isCallback
    checker = ValueChecker(document)
  }

  // MARK: - Sending

  func request(_ generator: inout ValueGenerator, _ random: inout SeededRandom) -> RequestMessage {
    var message = RequestMessage()
    for parameter in operation.parameters where parameter.isRequired || Bool.random(using: &random) {
      let isBlank = parameter.allowsEmptyValue && Bool.random(using: &random)
      let value = isBlank ? "" : parameter.schema.map { generator.value(of: $0) ?? .null } ?? "x"
      message.parameters[name(parameter)] = (
        value, style(parameter)
      )
    }
    if let body = operation.requestBody, body.isRequired || Bool.random(using: &random) {
      let format = body.content.randomElement(using: &random)
      message.body = format.map { format in
        (Self.sentType(format, among: body.content, &random), format.schema.flatMap { generator.value(of: $0) })
      }
      message.members = format.map { members(of: $0, &random) } ?? [:]
    }
    let format = operation.channel?.sent.randomElement(using: &random)
    message.sent = format.map { ($0.name, $0.schema.flatMap { generator.value(of: $0) }) }
    message.subprotocol = operation.channel?.subprotocols.randomElement(using: &random)
    let requirement = operation.security.randomElement(using: &random)
    message.credentials = Set(requirement?.schemes.flatMap(credentials) ?? [])
    return message
  }

  /// Returns a response in the format that the client requests; nil if the server has none.
  func response(
    accepting type: String?, _ generator: inout ValueGenerator, _ random: inout SeededRandom
  ) -> ResponseMessage? {
    guard let response = operation.responses.randomElement(using: &random) else { return nil }
    var message = ResponseMessage()
    message.status = status(of: response, &random)
    for header in response.headers where header.isRequired || Bool.random(using: &random) {
      message.headers[header.name.lowercased()] = (
        header.schema.map { generator.value(of: $0) ?? .null } ?? "x", style(header)
      )
    }
    let received = operation.channel?.received.randomElement(using: &random)
    message.received = received.map { ($0.name, $0.schema.flatMap { generator.value(of: $0) }) }
    if !response.content.isEmpty {
      guard
        let format = response.content.filter({ [nil, "*/*", $0.name].contains(type) }).randomElement(using: &random)
      else { return nil }
      message.body = (
        Self.sentType(format, among: response.content, &random), format.schema.flatMap { generator.value(of: $0) }
      )
      message.members = members(of: format, &random)
    }
    return message
  }

  /// Returns a status that a declaration covers. A default covers successes only if the operation declares none.
  private func status(of response: OpenAPIResponse, _ random: inout SeededRandom) -> Int {
    guard response.status == "default" else {
      return Int(response.status) ?? (response.status.utf8.first.map { Int($0) - 48 } ?? 5) * 100
    }
    let hasSuccess = operation.responses.contains { $0.status < "4" }
    return hasSuccess || Bool.random(using: &random) ? 500 : 202
  }

  /// Returns one of the declared spellings of each member of a form.
  private func members(of form: OpenAPIMediaType, _ random: inout SeededRandom) -> [String: String] {
    var chosen: [String: String] = [:]
    for (name, _) in form.schema?["properties"]?.members ?? [] {
      chosen[name] = spellings(of: name, in: form).randomElement(using: &random)
    }
    return chosen
  }

  /// Returns the styles or media types in which a member of a form may be written.
  private func spellings(of name: String, in form: OpenAPIMediaType) -> [String] {
    let encoding = form.node["encoding"]?[name]?.value
    let isList = form.schema?["properties"]?[name]?["type"]?.value == "array"
    guard form.name.contains("multipart"), encoding?["style"] == nil, encoding?["explode"] == nil else {
      let style = encoding?["style"]?.string ?? "form"
      return isList ? ["\(style) \(encoding?["explode"]?.bool ?? (style == "form"))"] : [""]
    }
    return (encoding?["contentType"]?.string ?? "text/plain").split(separator: ", ").map(String.init)
  }

  /// Returns true if all members of a form are spelled as declared.
  private func accepts(_ members: [String: String], in form: OpenAPIMediaType) -> Bool {
    members.allSatisfy { name, spelling in
      form.schema?["properties"]?[name] == nil || spellings(of: name, in: form).contains(spelling)
    }
  }

  /// Returns a media type that is sent for a format. For the range of all types, no other format has this media type.
  private static func sentType(
    _ format: OpenAPIMediaType, among formats: [OpenAPIMediaType], _ random: inout SeededRandom
  ) -> String {
    guard format.name == "*/*" else { return format.name }
    let others = ["application/json", "text/csv"].filter { type in !formats.contains { $0.name == type } }
    return others.randomElement(using: &random) ?? format.name
  }

  /// Returns the most specific format for a media type; nil if there is none.
  private static func format(of type: String, among formats: [OpenAPIMediaType]) -> OpenAPIMediaType? {
    formats.first { $0.name == type } ?? formats.first { $0.name == "*/*" }
  }

  // MARK: - Accepting

  /// Returns true if the request is accepted, and none of its values is ignored.
  func accepts(_ message: RequestMessage) -> Bool {
    for (key, sent) in message.parameters {
      guard let parameter = operation.parameters.first(where: { name($0) == key }) else {
        if isCallback { continue }
        return false
      }
      guard sent.style == style(parameter) else { return false }
      if parameter.allowsEmptyValue, sent.value == "" { continue }
      if let schema = parameter.schema, !checker.accepts(sent.value, schema) { return false }
    }
    for parameter in operation.parameters where parameter.isRequired {
      guard message.parameters[name(parameter)] != nil else { return false }
    }
    if let body = message.body, !isCallback || operation.requestBody != nil {
      guard let format = Self.format(of: body.type, among: operation.requestBody?.content ?? []),
        accepts(message.members, in: format)
      else { return false }
      if let schema = format.schema, !checker.accepts(body.value ?? .null, schema) { return false }
    } else if operation.requestBody?.isRequired == true {
      return false
    }
    guard accepts(message.sent, operation.channel?.sent) else { return false }
    if let name = message.subprotocol, let channel = operation.channel, !channel.subprotocols.contains(name) {
      return false
    }
    return operation.security.isEmpty
      || operation.security.contains { Set($0.schemes.flatMap(credentials)).isSubset(of: message.credentials) }
  }

  /// Returns true if a client understands the response. The client treats every undeclared error as an error, and a
  /// default response next to a declared success as an error.
  func accepts(_ message: ResponseMessage?) -> Bool {
    guard let message else { return false }
    guard let response = operation.response(for: message.status) else { return message.status >= 400 }
    if response.status == "default", message.status < 400, operation.responses.contains(where: { $0.status < "4" }) {
      return false
    }
    let isIgnored = message.headers.keys.contains { name in
      !response.headers.contains { $0.name.lowercased() == name }
    }
    if isCallback, isIgnored { return false }
    for header in response.headers {
      guard let received = message.headers[header.name.lowercased()] else {
        if header.isRequired { return false }
        continue
      }
      guard received.style == style(header) else { return false }
      if let schema = header.schema, !checker.accepts(received.value, schema) { return false }
    }
    guard accepts(message.received, operation.channel?.received) else { return false }
    guard !response.content.isEmpty else { return true }
    guard let body = message.body, let format = Self.format(of: body.type, among: response.content),
      accepts(message.members, in: format)
    else { return false }
    return format.schema.map { checker.accepts(body.value ?? .null, $0) } ?? true
  }

  /// Returns true for a message in one of the formats; undescribed messages may have any.
  private func accepts(_ message: (type: String, value: JSONValue?)?, _ formats: [OpenAPIMediaType]?) -> Bool {
    guard let message, let formats else { return true }
    guard let format = formats.first(where: { $0.name == message.type }) else { return false }
    return format.schema.map { checker.accepts(message.value ?? .null, $0) } ?? true
  }

  /// The media types that a client requests.
  var acceptedTypes: Set<String> { Set(operation.responses.flatMap { $0.content.map(\.name) }) }

  private func style(_ parameter: OpenAPIParameter) -> String {
    let type = parameter.schema?["type"]?.value
    // Only some styles of lists and objects depend on `explode`. Single values have no style, except strings in cookies.
    if parameter.location == .cookie, type == "string" { return "\(parameter.style) \(parameter.contentType ?? "")" }
    if type != "array", type != "object" { return parameter.contentType ?? "" }
    let depends = parameter.style == "simple" ? type == "object" : parameter.style != "deepObject"
    return "\(parameter.style) \(parameter.explode && depends) \(parameter.contentType ?? "")"
  }

  private func name(_ parameter: OpenAPIParameter) -> String {
    // The name of a path parameter is not part of the request, so it is not compared.
    parameter.location == .path ? "path" : "\(parameter.location.rawValue) \(parameter.name.lowercased())"
  }

  private func credentials(_ scheme: OpenAPISecurityRequirement.Scheme) -> [String] {
    let node = document.securitySchemes.first { $0.name == scheme.name }?.node
    let kind = ["type", "in", "name", "scheme"].map { node?.value[$0]?.string ?? "" }.joined(separator: " ")
    return ["\(scheme.name) \(kind)"] + scheme.scopes.map { "\(scheme.name) \(kind) \($0)" }
  }
}
