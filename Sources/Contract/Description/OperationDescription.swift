internal import ContractCoding
internal import ContractHTTP

/// The schemas of an operation: the facts that a document contains in addition to ``APIOperation``.
///
/// ```swift
/// let list = TodosEndpoints.list.operation.described
/// list.parameters.map(\.input.name)  // ["limit", "search"]
/// list.responses[0].schema           // an array of Todo
/// ```
///
/// Schemas are found by decoding a request and a result without values, so nothing is described twice. Descriptions are
/// created on demand: for a document, and to verify operations with a key mapping.
public struct OperationDescription: Sendable {
  /// The values in the path, the query, the headers and the cookies, in declaration order.
  public let parameters: [ParameterDescription]
  /// The body of a request; nil without a body.
  public let body: BodyDescription?
  /// The results. The first has the success status, unless the result has several cases, which are in declaration
  /// order.
  public let responses: [ResponseDescription]
  /// The declared failures.
  public let failures: [FailureDescription]
  /// The text of the documentation comment after its summary; nil without one.
  public let documentation: String?
  /// The text about the result in the documentation comment; nil without one.
  public let resultDocumentation: String?
  /// The facts that cannot be described, with remedies. Types without a schema are found when the schemas are written,
  /// see ``JSONSchemaDefinitions/problems``.
  public let problems: [String]
}

extension APIOperation {
  /// The schemas of the operation. Computed on each access.
  public var described: OperationDescription {
    let comment = DocumentationComment(documentation ?? "")
    let recorder = InputRecorder(wire: wire)
    if let request { record(request, with: recorder) }
    var problems: [String] = []
    let parameters = inputs.filter { $0.location != .body }.map { parameter($0, recorder.inputs, comment) }
    return OperationDescription(
      parameters: parameters, body: bodyDescription(recorder.inputs, comment),
      responses: example?.responses(of: self) ?? [],
      failures: failures.flatMap { FailureDescription.all(of: $0, &problems) },
      documentation: comment.discussion, resultDocumentation: comment.result, problems: problems)
  }

  private func record<Request: EndpointRequest>(_ type: Request.Type, with recorder: InputRecorder) {
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(method ?? .get, "/")), body: [], operation: self, remoteAddress: nil)
    var decoder = RequestDecoder(readingHeadersOf: request, for: recorder)
    _ = Request.decode(from: &decoder)
  }

  private func parameter(
    _ input: InputDescription, _ recorded: [InputRecorder.Input], _ comment: DocumentationComment
  ) -> ParameterDescription {
    let known = recorded.first { $0.location == input.location && wireName($0.name, in: $0.location) == input.name }
    var schema = known?.schema ?? mountedSchema(of: input) ?? .undescribed(input)
    for keyword in input.validation { schema.add(keyword) }
    return ParameterDescription(
      input: input, schema: schema, isRequired: known?.isRequired ?? input.isRequired,
      isNested: known?.isNested ?? false, documentation: comment.parameters[known?.name ?? input.name])
  }

  /// Returns the schema of a placeholder that only a mounted path has; nil for other inputs.
  private func mountedSchema(of input: InputDescription) -> JSONSchema? {
    guard input.location == .path else { return nil }
    if let type = mountedTypes[input.name] { return InputRecorder.textSchema(of: type) }
    return input.type == "String" ? JSONSchema(.string) : nil
  }

  private func bodyDescription(
    _ recorded: [InputRecorder.Input], _ comment: DocumentationComment
  ) -> BodyDescription? {
    let described = inputs.filter { $0.location == .body }
    if let body = recorded.first(where: { $0.location == .body && $0.name.isEmpty }) {
      var schema = body.schema
      for keyword in described.first?.validation ?? [] { schema.add(keyword) }
      return BodyDescription(
        schema: schema, isRequired: body.isRequired, parts: [], stream: requestContent.isJSONLines ? .lines : nil)
    }
    guard requestContent.mediaType != nil, !described.isEmpty else { return nil }
    var schema = JSONSchema(.object)
    var parts: [String] = []
    for input in described {
      let known = recorded.first { $0.location == .body && wireName($0.name, in: .body) == input.name }
      var member = JSONSchema.Property(
        input.name, known?.schema ?? .undescribed(input), isRequired: known?.isRequired ?? input.isRequired)
      member.isExact = true
      member.schema.description = comment.parameters[known?.name ?? input.name]
      for keyword in input.validation { member.schema.add(keyword) }
      if known?.isPart == true { parts.append(input.name) }
      schema.properties.append(member)
    }
    return BodyDescription(
      schema: schema, isRequired: schema.properties.contains(where: \.isRequired), parts: parts)
  }
}
