internal import Contract

/// A transport that sends requests to the destination of an environment.
struct EnvironmentTransport: ClientTransport {
  let live: any ClientTransport
  private var environment = ClientEnvironment.live
  private var mock: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?
  private var chosen: (any ClientTransport)?

  /// Wraps a transport, or copies it if it already is an environment.
  init(around transport: any ClientTransport) {
    if let known = transport as? EnvironmentTransport { self = known } else { live = transport }
  }

  /// True if a call's result type may provide its mock.
  var looksForExamples: Bool {
    guard case .mocks = environment.kind else { return false }
    return mock == nil
  }

  /// True if either transport keeps cookies. A wrapping transport may use the client's transport without reporting it.
  var keepsCookies: Bool { live.keepsCookies || chosen?.keepsCookies == true }

  func with(_ environment: ClientEnvironment) -> EnvironmentTransport {
    var copy = self
    copy.environment = environment
    switch environment.kind {
    case .live: copy.chosen = live
    case .mocks: copy.chosen = nil
    case .transport(let transport): copy.chosen = transport
    case .wrapping(let make): copy.chosen = make(live)
    }
    return copy
  }

  func with(_ mock: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) -> EnvironmentTransport {
    var copy = self
    copy.mock = mock
    return copy
  }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).send(request, options: options)
  }

  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).stream(request, options: options)
  }

  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let response = try await mocked(request, options.example) { return response }
    return try await (chosen ?? live).upgrade(request, options: options)
  }

  /// Returns the response of the client's mock, or the example of the result type; nil if the request is to be sent.
  private func mocked(_ request: HTTPRequest, _ example: CallExample?) async throws -> HTTPResponse? {
    guard case .mocks(let use) = environment.kind else { return nil }
    if let mock { return try await mock(request) }
    if let example, use != .ifSpecified || example.isSpecified, let response = try example.response() {
      return response
    }
    if use == .ifSpecified { return nil }
    let remedy =
      example?.valueName.map { ".mock(…), make `\($0)` Mockable and Encodable," } ?? ".mock(HTTPResponse(…))"
    throw ClientError(
      .transport, stage: .exchange,
      "\(request.method) \(request.path) has no mock; set one with \(remedy) or use .environment(.live)")
  }
}

/// A transport that wraps another transport and sends requests with unchanged options.
package protocol WrappingTransport: ClientTransport {
  /// The wrapped transport.
  var wrapped: any ClientTransport { get }
}
