/// Answers the calls of any endpoint, whatever the shape that declares it: groups, scopes, requests that describe
/// themselves and plain endpoints. Calls pass through the encoding and decoding of both ends.
///
/// ```swift
/// let mock = MockCaller()
/// mock.on(PetStore.Endpoints.petFindByStatus) { input in [rex] }
/// let pets = try await PetStore(mock).pet.findByStatus(.open)
/// #expect(mock.calls(of: PetStore.Endpoints.petFindByStatus).map(\.status) == [.open])
/// ```
///
/// What an endpoint without an answer does is the policy's to say: it throws ``MockError``, or another caller is asked.
/// Examples are set with ``on(_:)``.
public final class MockCaller: EndpointCaller {
  private struct State {
    var routes: [ObjectIdentifier: Route] = [:]
    var calls: [ObjectIdentifier: [any Sendable]] = [:]
  }

  private let policy: MockPolicy<any EndpointCaller>
  private let state = Lock(State())

  /// A mock that answers nothing yet.
  public init(policy: MockPolicy<any EndpointCaller> = .fail) {
    self.policy = policy
  }

  /// Sets what answers an endpoint. Failures that the endpoint declares travel as they would from a server.
  public func on<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ body: @escaping @Sendable (Request) async throws -> Response
  ) {
    let key = ObjectIdentifier(endpoint.operation)
    let route = Route(endpoint) { [weak self] input in
      self?.state.withLock { $0.calls[key, default: []].append(input) }
      return try await body(input)
    }
    state.withLock { $0.routes[key] = route }
  }

  /// Answers an endpoint with the example of its result.
  public func on<Request, Response: Mockable>(_ endpoint: Endpoint<Request, Response>) {
    on(endpoint) { _ in Response.mock }
  }

  /// The inputs of every answered call of an endpoint so far, in order.
  public func calls<Request, Response>(of endpoint: Endpoint<Request, Response>) -> [Request] {
    let calls = state.withLock { $0.calls[ObjectIdentifier(endpoint.operation)] ?? [] }
    return calls.compactMap { $0 as? Request }
  }

  /// Forgets the calls so far, and keeps the answers.
  public func resetCalls() {
    state.withLock { $0.calls = [:] }
  }

  /// Answers a call.
  ///
  /// - Throws: ``MockError`` when nothing answers the endpoint and the policy names no other caller, else what the answer
  ///   throws.
  public func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse {
    guard let route = state.withLock({ $0.routes[ObjectIdentifier(operation)] }) else {
      if case .passThrough(let caller) = policy.kind { return try await caller.send(request, for: operation) }
      throw MockError(function: operation.id, setter: "on(endpoint)")
    }
    let received = ServerRequest(
      head: RequestHead(request), body: try await request.body.collect(upTo: .max), operation: operation,
      remoteAddress: nil)
    return try await route.respond(received)
  }
}
