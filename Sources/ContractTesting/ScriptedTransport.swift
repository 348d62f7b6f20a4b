public import ContractClient

/// A transport that returns scripted responses and records the requests.
///
/// ```swift
/// let transport = ScriptedTransport([.text("first"), HTTPResponse(.serviceUnavailable)])
/// let todos = TodosAPI(APIClient(baseURL: "http://example.com", transport: transport))
/// …
/// #expect(transport.requests.map(\.target) == ["/todos", "/todos/7"])
/// ```
///
/// Responses are treated like those of a network: the timeout limits a closure, a body in memory is decoded by its
/// `Content-Encoding`, and `maxResponseBytes` applies. Redirects are returned and not followed.
public final class ScriptedTransport: ClientTransport {
  private struct State {
    var responses: ArraySlice<HTTPResponse>
    var requests: [HTTPRequest] = []
  }

  private let state: Lock<State>
  private let respond: (@Sendable (HTTPRequest) async throws -> HTTPResponse)?

  /// Creates a transport that returns these responses in order.
  public init(_ responses: [HTTPResponse]) {
    self.state = Lock(State(responses: responses[...]))
    self.respond = nil
  }

  /// Creates a transport that calls `respond` for each response.
  public init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
    self.state = Lock(State(responses: []))
    self.respond = respond
  }

  /// The requests received so far, in order.
  public var requests: [HTTPRequest] {
    state.withLock { $0.requests }
  }

  /// Records a request and returns the next response.
  ///
  /// - Throws: `ClientError` with the code `transport` when no response is left, with the codes `timeout`, `cancelled`,
  ///   `responseTooLarge` and `malformedResponse` as over a network, or any error that the closure throws.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await response(to: request, options, isStreamed: false)
  }

  /// Records a request and returns the next response, whose body may exceed the limit of `options`.
  ///
  /// - Throws: The errors of ``send(_:options:)``.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await response(to: request, options, isStreamed: true)
  }

  private func response(
    to request: HTTPRequest, _ options: TransportOptions, isStreamed: Bool
  ) async throws -> HTTPResponse {
    let next = state.withLock { state in
      state.requests.append(request)
      return state.responses.popFirst()
    }
    if let respond { return try await options.delivered(to: request, isStreamed: isStreamed, from: respond) }
    guard let next else {
      let target = Masking.standard.hiding(options.credentialLocations).masked(target: request.target)
      throw ClientError(
        .transport, stage: .exchange,
        "the script has no response left for \(request.method) \(target); add one to the ScriptedTransport")
    }
    guard !isStreamed, case .stream = next.body else {
      return try options.delivered(next, to: request, isStreamed: isStreamed)
    }
    return try await options.delivered(to: request, isStreamed: false) { _ in next }
  }
}
