internal import ContractCoding
internal import ContractHTTP

/// A difference in one response, without the request.
struct TestVerdict: Sendable, Hashable {
  let kind: ContractTestFinding.Kind
  let description: String
  let expected: String
  let pointer: String
  /// The text that equal differences share, in addition to kind and pointer.
  let identity: String

  init(
    _ kind: ContractTestFinding.Kind, _ description: String, expected: String, at pointer: String, identity: String = ""
  ) {
    self.kind = kind
    self.description = description
    self.expected = expected
    self.pointer = pointer
    self.identity = identity
  }

  /// Returns true for the same difference in another response.
  func isSame(as other: TestVerdict) -> Bool {
    kind == other.kind && pointer == other.pointer && identity == other.identity
  }

  /// Returns the differences of a response.
  ///
  /// - Parameter faults: the faults of the request according to the document.
  static func verdicts(
    _ testCase: TestCase, _ response: HTTPResponse, _ body: [UInt8], _ faults: [RequestFinding],
    _ responses: ResponseChecker
  ) -> [TestVerdict] {
    let operation = testCase.request.operation
    let status = Int(response.status.code)
    let isDeclared = operation.responses.contains { $0.status == "\(status)" }
    if status >= 500, status == 500 || !isDeclared {
      return [
        TestVerdict(
          .serverError, "The server failed with \(status).", expected: expectation(testCase, operation),
          at: operation.pointer, identity: "\(testCase.intent)")
      ]
    }
    // A server may refuse a missing handshake before or after it checks credentials and inputs (RFC 6455 §4.2.2).
    if operation.opensWebSocket, status == 426 || status == 400 { return [] }
    if let verdict = status < 500 ? judged(testCase, response, body, faults) : nil { return [verdict] }
    return responses.findings(in: response, body: body, for: operation).prefix(3).map { finding in
      TestVerdict(
        kind(of: finding.fault), finding.description, expected: "a declared response", at: finding.pointer,
        identity: finding.fault == .undeclaredStatus ? "\(status)" : "\(status) \(finding.fault)")
    }
  }

  /// Returns a verdict if the status contradicts the intent of the test case; nil otherwise.
  private static func judged(
    _ testCase: TestCase, _ response: HTTPResponse, _ body: [UInt8], _ faults: [RequestFinding]
  ) -> TestVerdict? {
    let operation = testCase.request.operation
    let status = Int(response.status.code)
    let expected = expectation(testCase, operation)
    switch testCase.intent {
    case .unauthorized:
      guard status != 401 else { return nil }
      let kinds = testCase.request.credentials.isEmpty ? "without credentials" : "with invalid credentials"
      return TestVerdict(
        .missingAuthentication, "A request \(kinds) got \(status).", expected: expected,
        at: operation.pointer + "/security", identity: kinds)
    case .refused:
      if status == 401, testCase.isAuthorized { return refusedCredentials(testCase, expected) }
      guard status < 400, let fault = faults.first else { return nil }
      return TestVerdict(
        .acceptedInvalidRequest, "An invalid request got \(status), although \(fault).", expected: expected,
        at: fault.schemaPointer, identity: "\(fault.location) \(fault.fault)")
    case .accepted:
      if status == 401, testCase.isAuthorized { return refusedCredentials(testCase, expected) }
      guard [400, 406, 411, 415, 422, 428].contains(status), !isDeclaredFailure(body, status),
        !isResult(response, operation)
      else { return nil }
      return TestVerdict(
        .refusedValidRequest, "A valid request got \(status).", expected: expected, at: operation.pointer,
        identity: "\(status)")
    }
  }

  private static func refusedCredentials(_ testCase: TestCase, _ expected: String) -> TestVerdict? {
    let operation = testCase.request.operation
    // A client certificate belongs to the connection, which may have none.
    guard !operation.security.isEmpty,
      !testCase.request.credentials.isEmpty || operation.security.contains(where: \.schemes.isEmpty)
    else { return nil }
    return TestVerdict(
      .refusedCredentials, "A request with the given credentials got 401.",
      expected: expected, at: operation.pointer + "/security")
  }

  /// Returns true for a refusal with a `code`. Such a refusal is an error that the operation declares, not a fault of its
  /// inputs.
  private static func isDeclaredFailure(_ body: [UInt8], _ status: Int) -> Bool {
    guard let value = try? JSONValue(parsing: body) else { return false }
    return value["code"] != nil && value["errors"] == nil
  }

  /// Returns true for a result whose status also refuses requests, if the declared media type of the result is not that of
  /// problems.
  private static func isResult(_ response: HTTPResponse, _ operation: OpenAPIOperation) -> Bool {
    let problem = "application/problem+json"
    let hasInputs = !operation.parameters.isEmpty || operation.requestBody != nil
    let refusesWithProblems = operation.responses.contains { $0.content.covering(problem)?.name == problem }
    guard refusesWithProblems || !hasInputs,
      let declared = operation.responses.first(where: { $0.status == "\(response.status.code)" })
    else { return false }
    // A response without a media type has no body. Only the range of all types describes it.
    let type = response.fields[.contentType]?.rawValue ?? "*/*"
    return declared.content.covering(type).map { $0.name != problem } ?? false
  }

  private static func expectation(_ testCase: TestCase, _ operation: OpenAPIOperation) -> String {
    switch testCase.intent {
    case .unauthorized: return "401, because the operation requires credentials"
    case .refused: return "a status from 400 to 499, because the request is invalid"
    case .accepted:
      let names = operation.responses.map(\.status).filter { $0 != "400" && $0 != "401" }
      return "a declared response (\(names.joined(separator: ", "))), because the request is valid"
    }
  }

  private static func kind(of fault: ResponseFinding.Fault) -> ContractTestFinding.Kind {
    switch fault {
    case .undeclaredStatus: .undeclaredStatus
    case .wrongMediaType: .wrongMediaType
    case .missingHeader: .missingHeader
    case .invalidHeader: .invalidHeader
    case .invalidBody: .invalidBody
    }
  }
}
