package import Contract
internal import ContractCoding
public import ContractHTTP

/// A mock of an API that responds to requests from its document, without a service.
///
/// ```swift
/// let mock = DocumentMock(document)
/// let response = mock.response(to: HTTPRequest(.get, "/todos/7"), body: [])   // 200 with an example
/// ```
///
/// Requests are checked by ``RequestChecker``. An invalid request results in 400 with the faults, an undeclared media type
/// in 415, absent credentials in 401, an unknown path in 404, and an unknown method in 405. A valid request results in the
/// first declared success, or in the response that the header `Prefer: code=404` or `X-Mock-Status: 404` selects. Bodies
/// are the document's examples, or else generated; equal requests get equal responses. `Accept` selects one of several
/// declared media types. A response that has no example and cannot be generated results in 501. Requests have the paths
/// of operations, without the paths of the document's servers.
public struct DocumentMock: Sendable {
  private struct Route: Sendable {
    let path: OperationPath
    var operations: [OpenAPIOperation]
  }

  private let document: OpenAPIDocument
  private let seed: UInt64
  private let requests: RequestChecker
  private let routes: [Route]

  /// Creates a mock.
  ///
  /// - Parameter seed: the seed of generated values.
  public init(_ document: OpenAPIDocument, seed: UInt64 = 1) {
    self.document = document
    self.seed = seed
    requests = RequestChecker(document)
    var paths: [String] = []
    var operations: [String: [OpenAPIOperation]] = [:]
    for operation in document.operations {
      if operations[operation.path] == nil { paths.append(operation.path) }
      operations[operation.path, default: []].append(operation)
    }
    // Literal paths take precedence over placeholders.
    routes = paths.map { Route(path: OperationPath($0), operations: operations[$0] ?? []) }
      .sorted { $0.path.placeholderCount < $1.path.placeholderCount }
  }

  /// Returns the response to a request.
  ///
  /// - Parameter body: the whole body of the request.
  public func response(to request: HTTPRequest, body: [UInt8]) -> HTTPResponse {
    let matches = routes.filter { $0.path.values(in: request.path) != nil }
    guard !matches.isEmpty else {
      return MockProblem.response(.notFound, "The document has no path \(String(request.path).escapingControls()).")
    }
    let candidates = matches.flatMap(\.operations)
    let exact = candidates.first { $0.method == request.method }
    // A GET also serves HEAD (RFC 9110 §9.3.2).
    guard let operation = exact ?? (request.method == .head ? candidates.first { $0.method == .get } : nil) else {
      let methods = candidates.map(\.method.rawValue)
      return MockProblem.response(
        .methodNotAllowed, "The path has no method \(request.method); it has \(methods.joined(separator: ", ")).",
        fields: HTTPFieldValue(methods.joined(separator: ", ")).map { [.allow: $0] } ?? [:])
    }
    return response(to: request, body, for: operation)
  }

  private func response(to request: HTTPRequest, _ body: [UInt8], for operation: OpenAPIOperation) -> HTTPResponse {
    if let problem = refusal(of: request, body, for: operation) { return MockProblem.response(problem) }
    if operation.opensWebSocket {
      return MockProblem.response(
        .upgradeRequired, "\(operation.title) opens a WebSocket.",
        fields: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"])
    }
    let chosen: OpenAPIResponse
    let status: Int
    if let preferred = Self.preferredStatus(of: request) {
      guard (200...599).contains(preferred) else {
        return MockProblem.response(.badRequest, "The preferred status must be a number from 200 to 599.")
      }
      guard let declared = operation.response(for: preferred) else {
        let names = operation.responses.map(\.status).joined(separator: ", ")
        return MockProblem.response(
          .badRequest, "\(operation.title) declares no response \(preferred); it declares \(names).")
      }
      (chosen, status) = (declared, preferred)
    } else {
      guard let success = Self.success(of: operation) else {
        return MockProblem.response(.notImplemented, "\(operation.title) declares no response.")
      }
      (chosen, status) = success
    }
    do throws(MockObstacle) {
      return try response(status, chosen, operation, accepting: Self.acceptedTypes(in: request))
    } catch {
      return MockProblem.response(.notImplemented, error.description)
    }
  }

  private func response(
    _ status: Int, _ declared: OpenAPIResponse, _ operation: OpenAPIOperation, accepting accepted: AcceptedMediaTypes
  ) throws(MockObstacle) -> HTTPResponse {
    try MockResponse(declared, document, seed: seed &+ FNV1a.hash(operation.title))
      .response(status, accepting: accepted)
  }

  private static func acceptedTypes(in request: HTTPRequest) -> AcceptedMediaTypes {
    AcceptedMediaTypes(request.fields.values(.accept).map(\.rawValue).joined(separator: ","))
  }

  /// The declared responses and messages that have no example and cannot be generated, each with its operation and the
  /// reason. Requests for these responses result in 501.
  public var warnings: [String] {
    var warnings: [String] = []
    for operation in document.operations where !operation.opensWebSocket {
      for declared in operation.responses {
        let status = Self.status(of: declared)
        for media in declared.content.isEmpty ? ["*/*"] : declared.content.map(\.name) {
          do throws(MockObstacle) {
            _ = try response(status, declared, operation, accepting: AcceptedMediaTypes(media))
          } catch {
            let warning = "\(operation.title): \(error)"
            if warnings.last != warning { warnings.append(warning) }
          }
        }
      }
    }
    for (operation, channel) in channels {
      if let obstacle = channel.obstacle { warnings.append("\(operation.title): \(obstacle)") }
    }
    return warnings
  }

  /// Returns the refusal of a request without credentials or with faults; nil for a valid one.
  package func refusal(
    of request: HTTPRequest, _ body: [UInt8] = [], for operation: OpenAPIOperation
  ) -> Problem? {
    if let challenge = refusedCredentials(of: request, for: operation) { return challenge }
    let findings = requests.findings(in: request, body: body, for: operation)
    guard !findings.isEmpty else { return nil }
    let status: HTTPStatus = findings.contains { $0.fault == .mediaType } ? .unsupportedMediaType : .badRequest
    return MockProblem.problem(status, findings)
  }

  /// The channels of the document, each with its operation.
  package var channels: [(operation: OpenAPIOperation, channel: MockChannel)] {
    document.operations.compactMap { operation in
      operation.channel.map { channel in
        (operation, MockChannel(channel, in: document, seed: seed &+ FNV1a.hash(operation.title)))
      }
    }
  }

  // MARK: - Credentials

  /// Returns the 401 for a request without required credentials; nil if credentials are present. The values of credentials
  /// are not checked.
  private func refusedCredentials(of request: HTTPRequest, for operation: OpenAPIOperation) -> Problem? {
    guard !operation.security.isEmpty else { return nil }
    let schemes = Dictionary(
      document.securitySchemes.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    let isSatisfied = operation.security.contains { requirement in
      requirement.schemes.allSatisfy { scheme in
        schemes[scheme.name].map { RequestCredential.isPresent(in: request, for: $0) } ?? true
      }
    }
    if isSatisfied { return nil }
    let names = operation.security.map { $0.schemes.map(\.name).joined(separator: " and ") }.joined(separator: " or ")
    let first = operation.security.first?.schemes.first.flatMap { schemes[$0.name] }
    let isBasic = first?["scheme"]?.value.string?.lowercased() == "basic"
    return Problem(
      .unauthorized, detail: "\(operation.title) requires credentials: \(names).",
      fields: [.wwwAuthenticate: isBasic ? "Basic realm=\"mock\"" : "Bearer realm=\"mock\""])
  }

  // MARK: - Choice

  /// Returns the status that a request selects by `Prefer: code=…` (RFC 7240 §2) or `X-Mock-Status`; nil for none.
  private static func preferredStatus(of request: HTTPRequest) -> Int? {
    if let text = request.fields["X-Mock-Status"]?.rawValue { return Int(text) ?? 0 }
    for line in request.fields.values("Prefer") {
      for preference in line.rawValue.split(whereByte: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) {
        if let code = preference.withoutOuterSpace.rest(afterBytes: "code=") { return Int(code) ?? 0 }
      }
    }
    return nil
  }

  /// Returns the first success with its status; else the default response as 200; else the first response.
  private static func success(of operation: OpenAPIOperation) -> (OpenAPIResponse, Int)? {
    let successes = operation.responses.filter { $0.status.starts(withByte: "2") }
    let chosen =
      successes.min { $0.status < $1.status } ?? operation.responses.first { $0.status == "default" }
      ?? operation.responses.first
    return chosen.map { ($0, status(of: $0)) }
  }

  /// Returns the status of a response, the first one of its range, or 200 for the default response.
  private static func status(of response: OpenAPIResponse) -> Int {
    if response.status == "default" { return 200 }
    return Int(response.status) ?? (Int(response.status.prefix(1)) ?? 5) * 100
  }
}
