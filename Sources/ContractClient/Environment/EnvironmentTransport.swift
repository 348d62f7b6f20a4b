internal import Contract

/// Sends requests where an environment says.
struct EnvironmentTransport: ClientTransport {
  let live: any ClientTransport
  private var environment = ClientEnvironment.live
  private var answer: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?
  private var chosen: (any ClientTransport)?

  /// An environment around a transport, or the same one when it is an environment.
  init(around transport: any ClientTransport) {
    if let known = transport as? EnvironmentTransport { self = known } else { live = transport }
  }

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

  func with(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) -> EnvironmentTransport {
    var copy = self
    copy.answer = answer
    return copy
  }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let transport = transport() { return try await transport.send(request, options: options) }
    return try await mocked(request)
  }

  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    if let transport = transport() { return try await transport.stream(request, options: options) }
    return try await mocked(request)
  }

  /// The transport to ask; nil when the mock answers.
  private func transport() -> (any ClientTransport)? {
    guard case .mocks(let use) = environment.kind else { return chosen ?? live }
    return answer == nil && use == .ifSpecified ? live : nil
  }

  private func mocked(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let answer else {
      throw ClientError(
        .transport, stage: .exchange,
        "there is no mock for \(request.method) \(request.path); set one with .mock(…), or use .environment(.live)")
    }
    return try await answer(request)
  }
}
