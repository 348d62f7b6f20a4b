/// A caller that responds to calls of any endpoint with closures or examples. Requests and results pass through the
/// encoding and decoding of both ends.
///
/// ```swift
/// let mock = MockCaller()
/// mock.on(PetStore.Endpoints.petFindByStatus) { input in [rex] }
/// let pets = try await PetStore(mock).pet.findByStatus(.open)
/// #expect(mock.calls(of: PetStore.Endpoints.petFindByStatus).map(\.status) == [.open])
/// ```
///
/// For an endpoint without a closure, the policy throws ``MockError`` or calls another caller. ``on(_:)`` sets
/// examples.
public final class MockCaller: EndpointCaller {
  private struct State {
    var routes: [ObjectIdentifier: Route] = [:]
    var calls: [ObjectIdentifier: [any Sendable]] = [:]
  }

  private let policy: MockPolicy<any EndpointCaller>
  private let state = Lock(State())

  /// Creates a mock without responses.
  public init(policy: MockPolicy<any EndpointCaller> = .fail) {
    self.policy = policy
  }

  /// Sets the implementation of an endpoint. A declared failure that `body` throws is thrown by the call.
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

  /// Sets the response of an endpoint to the example of its result.
  public func on<Request, Response: Mockable>(_ endpoint: Endpoint<Request, Response>) {
    on(endpoint) { _ in Response.mock }
  }

  /// Returns the inputs of all calls to a mocked endpoint so far, in order.
  public func calls<Request, Response>(of endpoint: Endpoint<Request, Response>) -> [Request] {
    let calls = state.withLock { $0.calls[ObjectIdentifier(endpoint.operation)] ?? [] }
    return calls.compactMap { $0 as? Request }
  }

  /// Discards the recorded calls and keeps the implementations.
  public func resetCalls() {
    state.withLock { $0.calls = [:] }
  }

  /// Responds to a call with the implementation of its endpoint.
  ///
  /// - Throws: ``MockError`` when the endpoint has no implementation and the policy names no other caller; otherwise
  ///   any error of the implementation.
  public func send(_ request: HTTPRequest, for operation: APIOperation) async throws -> HTTPResponse {
    guard let route = state.withLock({ $0.routes[ObjectIdentifier(operation)] }) else {
      if case .passThrough(let caller) = policy.kind { return try await caller.send(request, for: operation) }
      throw MockError(function: operation.id, setter: "on(endpoint)")
    }
    let received = ServerRequest(head: RequestHead(request), body: [], operation: operation, remoteAddress: nil)
    let isStreamed = operation.requestContent.isStreamed
    received.receive(isStreamed ? request.body : .bytes(try await request.body.collect(upTo: .max)))
    return try await route.respond(received)
  }
}
