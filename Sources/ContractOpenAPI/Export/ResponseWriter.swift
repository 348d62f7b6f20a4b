internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A writer of an operation's responses: results, declared failures, and the refusals of the server.
struct ResponseWriter {
  let operation: APIOperation
  let described: OperationDescription
  let context: ExportContext

  func value() -> JSONValue {
    var responses: [(key: String, value: JSONValue)] = []
    for response in described.responses where !responses.contains(where: { $0.key == key(response.status) }) {
      responses.append((key(response.status), result(response, isFirst: responses.isEmpty)))
    }
    if described.responses.isEmpty {
      responses.append(("default", ["description": "Any response.", "content": .object(Self.anyContent)]))
    }
    var failures: [Int: [FailureDescription]] = [:]
    for failure in described.failures { failures[Int(failure.failure.status.code), default: []].append(failure) }
    for status in Set(failures.keys).union(refusals) {
      let key = "\(status)"
      if let index = responses.firstIndex(where: { $0.key == key }) {
        responses[index].value = merged(responses[index].value, status, failures[status] ?? [])
      } else {
        responses.append((key, problem(status, failures[status] ?? [])))
      }
    }
    return .object(JSONObject(responses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }

  /// The content of a response whose media type is not known. The response may have no body.
  private static let anyContent = JSONObject([("*/*", .object(JSONObject()))])

  private func key(_ status: HTTPStatus?) -> String { status.map { "\($0.code)" } ?? "default" }

  private func result(_ response: ResponseDescription, isFirst: Bool) -> JSONValue {
    var headers = response.headers.map { header in
      (
        header.input.name,
        JSONValue.members([
          "required": .bool(header.isRequired), "schema": context.schema(header.schema, operation.wire.json),
        ])
      )
    }
    if isFirst, operation.evaluatesEntityTags, !response.headers.contains(where: { $0.input.isHeader("ETag") }) {
      headers.append(("ETag", ["schema": context.schema(EntityTag.jsonSchema, operation.wire.json)]))
    }
    for field in operation.deprecation?.fields ?? [:] {
      headers.append((field.name.rawName, ["schema": ["type": "string"], "example": .string(field.value.rawValue)]))
    }
    // If the result has no fixed status, the handler returns a whole response, which may have any body.
    let takesAny = response.status == nil && operation.method != .head
    var content: JSONValue? = takesAny ? .object(Self.anyContent) : nil
    if let schema = response.schema, operation.method != .head {
      let type = response.mediaType?.essence ?? "*/*"
      if let stream = response.stream {
        content = .members([type: StreamWriter(operation: operation, context: context).value(schema, stream)])
      } else {
        let value = JSONValue.members(["schema": context.schema(schema, operation.wire.json)])
        content = operation.choosesMediaType ? .members([type: value, "*/*": value]) : .members([type: value])
      }
    }
    let documentation = isFirst ? described.resultDocumentation : nil
    var description = documentation ?? response.status.map { $0.reasonPhrase } ?? "Any response."
    let hasChecksum = operation.hasChecksum && operation.streamsResult && content != nil
    if hasChecksum { description += "\n\n\(ChecksumNote.response)" }
    return .members([
      "description": .string(description), "headers": headers.isEmpty ? nil : .object(JSONObject(headers)),
      "content": content, "x-content-digest": hasChecksum ? ChecksumNote.value : nil,
    ])
  }

  // MARK: - Failures

  /// The statuses with which the server and its middleware refuse requests before the handler sees them.
  private var refusals: Set<Int> {
    var statuses: Set<Int> = []
    let hasBody = described.body != nil && !operation.sendsFormAsQuery
    if hasBody || !operation.path.constants.isEmpty || !described.parameters.isEmpty { statuses.insert(400) }
    if operation.opensWebSocket { statuses.formUnion([400, 403, 426]) }
    if !operation.security.isEmpty { statuses.insert(401) }
    if operation.security.contains(where: { !$0.scopes.isEmpty }) { statuses.insert(403) }
    if hasBody { statuses.insert(413) }
    if hasBody, operation.requestContent.hasMediaTypes { statuses.insert(415) }
    if described.parameters.contains(where: { $0.isRequired && $0.input.isCondition }) { statuses.insert(428) }
    return statuses.union(context.refusals[operation.id]?.map { Int($0.code) } ?? [])
  }

  private func problem(_ status: Int, _ failures: [FailureDescription]) -> JSONValue {
    guard !failures.isEmpty else {
      return context.define(response: ProblemSchema.name(of: status)) {
        .members([
          "description": .string(HTTPStatus(integerLiteral: status).reasonPhrase),
          "headers": status == 429 ? ["Retry-After": ["description": "Seconds.", "schema": ["type": "integer"]]] : nil,
          "content": [Self.problemType: ["schema": context.defineProblem()]],
        ])
      }
    }
    let codes = failures.map { "`\($0.failure.code)`" }.joined(separator: ", ")
    return [
      "description": .string("\(HTTPStatus(integerLiteral: status).reasonPhrase): \(codes)"),
      "content": [Self.problemType: ["schema": problemSchema(status, failures)]],
    ]
  }

  private static let problemType = "application/problem+json"

  private func problemSchema(_ status: Int, _ failures: [FailureDescription]) -> JSONValue {
    let reference = context.defineProblem()
    let schemas = failures.map { FailureSchema(failure: $0, context: context).reference(operation.wire.json) }
    let alternatives = schemas + (refusals.contains(status) ? [reference] : [])
    return alternatives.count == 1 ? alternatives[0] : ["anyOf": .array(alternatives)]
  }

  /// Returns the response for a status that is used for both a result and refusals. Each of them has its own media
  /// type.
  private func merged(_ result: JSONValue, _ status: Int, _ failures: [FailureDescription]) -> JSONValue {
    guard operation.method != .head, var response = result.object else { return result }
    // A result without a body has no media type, so the range of all types represents it.
    var content = response["content"]?.object ?? Self.anyContent
    guard content[Self.problemType] == nil else { return result }
    content[Self.problemType] = ["schema": problemSchema(status, failures)]
    response["content"] = .object(content)
    return .object(response)
  }
}

extension InputDescription {
  /// True for a condition header, which contains entity tags.
  fileprivate var isCondition: Bool { isHeader("If-Match") || isHeader("If-None-Match") }
}
