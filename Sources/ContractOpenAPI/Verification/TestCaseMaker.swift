internal import ContractCoding
internal import ContractHTTP

/// A generator of the requests to one operation.
struct TestCaseMaker: Sendable {
  /// A change that makes a valid request invalid.
  private enum Change: Sendable {
    case value(OpenAPIParameter, JSONValue)
    case noParameter(OpenAPIParameter)
    case body(JSONValue)
    case noBody
    case bytes([UInt8])
    case mediaType
  }

  let operation: OpenAPIOperation
  /// Whether all required credentials are available.
  let isAuthorized: Bool
  /// Whether a request without credentials must be refused.
  private let isSecured: Bool
  private let template: OperationRequest
  private let requests: RequestChecker
  private let spelling: ValueSpelling
  private let url: ServerURL
  private let root: JSONValue
  private var random: SeededRandom
  /// The generator of values for bodies and queries.
  private var texts: ValueGenerator
  /// The generator of values for parts of a request that carry only plain text.
  private var plain: ValueGenerator
  private var changes: [Change] = []
  /// The boundary values that were not used yet, by the schema's pointer.
  private var boundaries: [String: [JSONValue]] = [:]

  init(
    _ operation: OpenAPIOperation, in document: OpenAPIDocument, _ url: ServerURL, _ options: ContractTestOptions,
    seed: UInt64
  ) {
    self.operation = operation
    self.url = url
    root = document.root.value
    let checker = ValueChecker(document, sent: .request)
    spelling = ValueSpelling(checker: checker)
    requests = RequestChecker(spelling)
    var template = OperationRequest(operation, spelling)
    isAuthorized = template.authorize(options.credentials, in: document)
    isSecured = !operation.security.isEmpty && operation.security.allSatisfy { !document.sentSchemes(of: $0).isEmpty }
    template.fields = options.fields
    self.template = template
    random = SeededRandom(seed: seed)
    texts = ValueGenerator(checker, seed: seed &+ 1)
    plain = ValueGenerator(checker, seed: seed &+ 2, alphabet: .plain)
  }

  /// Returns a case; nil if the schemas allow none.
  ///
  /// - Parameters:
  ///   - round: the number of earlier cases of the operation.
  ///   - known: values of earlier responses, for placeholders.
  mutating func testCase(_ round: Int, _ known: KnownValues) -> TestCase? {
    if isSecured, !isAuthorized || round % 16 == 1 || (round % 16 == 3 && !template.credentials.isEmpty) {
      guard var request = validRequest(round, known) else { return nil }
      if round % 16 == 3 { request.replaceCredentials(\.invalid) } else { request.removeCredentials() }
      return TestCase(request: request, intent: .unauthorized, isAuthorized: false)
    }
    if round % 2 == 1, let request = invalidRequest(round, known) {
      return TestCase(request: request, intent: .refused, isAuthorized: isAuthorized)
    }
    return validRequest(round, known).map { TestCase(request: $0, intent: .accepted, isAuthorized: isAuthorized) }
  }

  /// Returns true if a request is valid according to the document; nil if the request cannot be sent.
  func isValid(_ request: OperationRequest) -> Bool? { findings(in: request)?.isEmpty }

  /// Returns the faults of a request according to the document; nil if the request cannot be sent.
  func findings(in request: OperationRequest) -> [RequestFinding]? {
    guard var message = try? request.httpRequest(to: url) else { return nil }
    message.target = String(message.target.utf8.dropFirst(url.path.utf8.count)) ?? message.target
    let bytes: [UInt8] = if case .bytes(let bytes) = message.body { bytes } else { [] }
    return requests.findings(in: message, body: bytes, for: operation)
  }

  // MARK: - Valid requests

  private mutating func validRequest(_ round: Int, _ known: KnownValues) -> OperationRequest? {
    for _ in 0..<20 {
      var request = template
      for parameter in operation.parameters {
        // The first request has only the required inputs.
        guard parameter.isRequired || (round > 0 && Bool.random(using: &random)) else { continue }
        request[parameter] = value(of: parameter, round, known)
      }
      if let body = operation.requestBody, body.isRequired || (round > 0 && !random.isOne(in: 4)) {
        request.body = self.body(body, round)
      }
      if isValid(request) == true { return request }
    }
    return nil
  }

  private mutating func value(of parameter: OpenAPIParameter, _ round: Int, _ known: KnownValues) -> JSONValue? {
    guard let schema = parameter.schema else { return "value" }
    if parameter.location == .path, !random.isOne(in: 4), let value = known.value(for: parameter.name, using: &random),
      plain.checker.accepts(value, schema)
    {
      return value
    }
    if parameter.location == .header, let samples = StandardHeader.samples[parameter.name.lowercased()],
      let value = samples.randomElement(using: &random), plain.checker.accepts(value, schema)
    {
      return value
    }
    if round == 0, let example = parameter.node.value["example"] { return example }
    return value(of: schema, round, isPlain: parameter.location != .query)
  }

  private mutating func value(of schema: OpenAPINode, _ round: Int, isPlain: Bool) -> JSONValue? {
    if round == 0 { return plain.example(of: schema) }
    if Bool.random(using: &random), let value = boundary(of: schema, isPlain: isPlain) { return value }
    return isPlain ? plain.value(of: schema) : texts.value(of: schema)
  }

  /// Returns the next boundary value of a schema. All values are used before one is repeated.
  private mutating func boundary(of schema: OpenAPINode, isPlain: Bool) -> JSONValue? {
    let key = (isPlain ? "plain " : "") + schema.pointer
    if boundaries[key]?.isEmpty ?? true {
      let values = isPlain ? plain.boundaryValues(of: schema, limit: 200) : texts.boundaryValues(of: schema, limit: 200)
      boundaries[key] = values.shuffled(using: &random)
    }
    return boundaries[key]?.popLast()
  }

  private mutating func body(_ body: OpenAPIRequestBody, _ round: Int) -> OperationBody? {
    let media = round == 0 ? body.content.preferred : body.content.randomElement(using: &random)
    guard let media else { return nil }
    let type = media.sentType(spelling)
    if !Self.isWritten(type) { return nil }
    // Documents before OpenAPI 3.2 often give the schema of a line as that of the body.
    let line = media.itemSchema ?? media.schema.flatMap { spelling.kind(of: [$0]) == .object ? $0 : nil }
    if let line, MockStream.hasLines(type) { return lines(of: line, round, as: type) }
    guard let schema = media.schema, OperationBody.Format(type) != .binary else { return anyBody(as: type) }
    // The structure of other texts is not written.
    if OperationBody.Format(type) == .text, !spelling.allowsScalar([schema]) { return nil }
    let isPlain = OperationBody.Format(type) == .multipart
    return value(of: schema, round, isPlain: isPlain).map { OperationBody(.value($0), as: type) }
  }

  /// Returns false for formats that are not written: XML, and multipart bodies other than forms.
  private static func isWritten(_ type: String) -> Bool {
    guard let media = MediaType(type) else { return true }
    let isXML = media.subtype == "xml" || media.subtype.ends(withBytes: "+xml")
    return !isXML && (media.type != "multipart" || OperationBody.Format(type) == .multipart)
  }

  /// Returns a body without rules that is well-formed in its media type. Forms have a member, because an empty body counts as
  /// absent.
  private func anyBody(as type: String) -> OperationBody {
    switch OperationBody.Format(type) {
    case .json:
      // A JSON Patch is an array of operations (RFC 6902).
      let isPatch = MediaType(type)?.subtype == "json-patch+json"
      return OperationBody(.value(isPatch ? [] : [:]), as: type)
    case .form, .multipart: return OperationBody(.value(["name": "value"]), as: type)
    case .text, .binary:
      let text = MockStream.hasLines(type) ? MockStream.line([:], as: type) : "bytes"
      return OperationBody(.bytes(Array(text.utf8)), as: type)
    }
  }

  /// Returns a body of up to three values, one per line; nil if no value was found.
  private mutating func lines(of item: OpenAPINode, _ round: Int, as type: String) -> OperationBody? {
    var text = ""
    for _ in 0..<(round == 0 ? 1 : Int.random(in: 0...3, using: &random)) {
      guard let value = value(of: item, round, isPlain: false) else { return nil }
      text += MockStream.line(value, as: type)
    }
    return OperationBody(.bytes(Array(text.utf8)), as: type)
  }

  // MARK: - Invalid requests

  private mutating func invalidRequest(_ round: Int, _ known: KnownValues) -> OperationRequest? {
    for _ in 0..<20 {
      if changes.isEmpty { changes = allChanges().shuffled(using: &random) }
      guard let change = changes.popLast(), var request = validRequest(max(round, 1), known) else { return nil }
      apply(change, to: &request)
      if isValid(request) == false { return request }
    }
    return nil
  }

  private mutating func allChanges() -> [Change] {
    var changes: [Change] = []
    for parameter in operation.parameters {
      if parameter.isRequired, parameter.location != .path { changes.append(.noParameter(parameter)) }
      guard let schema = parameter.schema, StandardHeader.samples[parameter.name.lowercased()] == nil else { continue }
      changes += plain.invalidValues(of: schema, limit: 60).map { .value(parameter, $0.value) }
    }
    guard let body = operation.requestBody, let media = body.content.preferred else { return changes }
    if body.isRequired { changes.append(.noBody) }
    // A body declared as bytes may have any format, so a server may accept other media types for it.
    if body.content.covering("application/octet-stream") == nil { changes.append(.mediaType) }
    if media.mediaType?.isJSON == true {
      changes += ["{", "", "{\"a\":1,}", "nul"].map { .bytes(Array($0.utf8)) }
    }
    if let schema = media.schema {
      changes += texts.invalidValues(of: schema, limit: 200).filter { !breaksOptionalConstant($0.finding) }
        .map { .body($0.value) }
    }
    return changes
  }

  /// Returns true for a value of a constant that is not required: a reader knows the value without reading it, so a server
  /// may ignore it.
  private func breaksOptionalConstant(_ finding: ValueFinding) -> Bool {
    let steps = JSONPointer.steps(of: finding.schemaPointer)
    guard steps.count > 3, steps[steps.count - 3] == "properties" else { return false }
    func value(_ count: Int) -> JSONValue? { root[pointer: JSONPointer.text(of: steps.prefix(count))] }
    let required = value(steps.count - 3)?["required"]?.array ?? []
    return value(steps.count - 1)?["const"] != nil && !required.contains(.string(steps[steps.count - 2]))
  }

  private func apply(_ change: Change, to request: inout OperationRequest) {
    let type = operation.requestBody?.content.preferred?.sentType(spelling) ?? "application/octet-stream"
    switch change {
    case .value(let parameter, let value): request[parameter] = value
    case .noParameter(let parameter): request[parameter] = nil
    case .body(let value): request.body = OperationBody(.value(value), as: type)
    case .noBody: request.body = nil
    case .bytes(let bytes): request.body = OperationBody(.bytes(bytes), as: type)
    case .mediaType: request.body = OperationBody(.bytes(Array("bytes".utf8)), as: "application/x-unknown")
    }
  }
}
