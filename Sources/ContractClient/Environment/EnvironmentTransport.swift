internal import Contract

/// A transport that sends requests to the destination of an environment.
///
/// Another transport, such as one with faults, may be between two of these. The outer one was set later, so its mock and
/// its environment apply. It passes them to the inner one in the options.
struct EnvironmentTransport: ClientTransport {
  let live: any ClientTransport
  /// The environment; nil uses the environment of a wrapped transport, or else the live environment.
  private var environment: ClientEnvironment?
  private var mock: MockResponse?
  private var chosen: (any ClientTransport)?

  /// Wraps a transport, or copies it if it already is an environment.
  init(around transport: any ClientTransport) {
    if let known = transport as? EnvironmentTransport {
      self = known
    } else {
      live = transport
      mock = Self.mock(of: transport)
    }
  }

  /// Returns the mock of a transport that another transport wraps.
  private static func mock(of transport: any ClientTransport) -> MockResponse? {
    if let outer = transport as? any WrappingTransport { return mock(of: outer.wrapped) }
    return (transport as? EnvironmentTransport)?.mock
  }

  /// True if a call's result type may provide its mock.
  var looksForExamples: Bool {
    if mock != nil { return false }
    guard let environment else { return ClientConfiguration.looksForExamples(live) }
    if case .mocks = environment.kind { return true } else { return false }
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
    copy.mock = MockResponse(mock)
    return copy
  }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await step(request, options, isStreamed: false) {
    case .mocked(let response): response
    case .sent(let transport, let options): try await transport.send(request, options: options)
    }
  }

  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await step(request, options, isStreamed: true) {
    case .mocked(let response): response
    case .sent(let transport, let options): try await transport.stream(request, options: options)
    }
  }

  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    switch try await step(request, options, isStreamed: true) {
    case .mocked(let response): response
    case .sent(let transport, let options): try await transport.upgrade(request, options: options)
    }
  }

  private enum Step {
    case mocked(HTTPResponse)
    case sent(over: any ClientTransport, TransportOptions)
  }

  /// Returns the mocked response to a request, or the transport for the request.
  private func step(
    _ request: HTTPRequest, _ options: TransportOptions, isStreamed: Bool
  ) async throws -> Step {
    if options.hasEnvironment { return .sent(over: live, options) }
    var options = options
    options.mock = options.mock ?? mock
    guard let environment else { return .sent(over: live, options) }
    switch environment.kind {
    case .transport(let transport):
      // The transport may be that of another client, whose environment applies.
      options.mock = nil
      return .sent(over: transport, options)
    case .live, .wrapping: break
    case .mocks(let use):
      if let response = try await mocked(request, options, use, isStreamed: isStreamed) { return .mocked(response) }
    }
    options.hasEnvironment = true
    return .sent(over: chosen ?? live, options)
  }

  /// Returns the response of the client's mock, or the example of the result type; nil if the request is to be sent.
  private func mocked(
    _ request: HTTPRequest, _ options: TransportOptions, _ use: ClientEnvironment.MockUse, isStreamed: Bool
  ) async throws -> HTTPResponse? {
    if let mock = options.mock {
      return try await options.delivered(to: request, isStreamed: isStreamed, from: mock.respond)
    }
    let example = options.example
    if let example, use != .ifSpecified || example.isSpecified, let response = try example.response() {
      return try options.delivered(response, to: request, isStreamed: isStreamed)
    }
    if use == .ifSpecified { return nil }
    let remedy =
      example?.valueName.map { ".mock(…), make `\($0)` Mockable and Encodable," } ?? ".mock(HTTPResponse(…))"
    throw ClientError(
      .transport, stage: .exchange,
      "\(request.method) \(request.path) has no mock; set one with \(remedy) or use .environment(.live)")
  }
}

/// The closure of a mock, compared by identity.
package final class MockResponse: Hashable, Sendable {
  let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

  init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
    self.respond = respond
  }

  package static func == (left: MockResponse, right: MockResponse) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A transport that wraps another transport and sends requests with unchanged options.
package protocol WrappingTransport: ClientTransport {
  /// The wrapped transport.
  var wrapped: any ClientTransport { get }
}
