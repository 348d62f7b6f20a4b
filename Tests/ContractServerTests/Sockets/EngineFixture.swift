import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer
@testable import ContractSockets

/// A responder made of closures.
final class TestResponder: Responder {
  typealias Handler = @Sendable (RequestHead, [UInt8]) async -> HTTPResponse
  typealias StreamHandler = @Sendable (HTTPBody) async -> HTTPResponse

  enum Decision: Sendable {
    case respond(HTTPResponse)
    case collect(upTo: Int, timeout: Duration? = nil)
    case stream(upTo: Int?)
  }

  /// The head of the calling task's request.
  @TaskLocal static var current: RequestHead?

  private let decide: @Sendable (RequestHead) -> Decision
  private let handler: @Sendable (RequestHead, HTTPBody) async -> HTTPResponse

  init(
    decide: @escaping @Sendable (RequestHead) -> Decision,
    handler: @escaping Handler = { _, content in HTTPResponse(.ok, body: .bytes(content)) }
  ) {
    self.decide = decide
    self.handler = { head, body in await handler(head, body.heldBytes) }
  }

  private init(_ decision: Decision, _ handler: @escaping StreamHandler) {
    self.decide = { _ in decision }
    self.handler = { _, body in await handler(body) }
  }

  /// A responder whose handler reads the body as it arrives.
  static func streaming(upTo maxBytes: Int? = nil, _ handler: @escaping StreamHandler) -> TestResponder {
    TestResponder(.stream(upTo: maxBytes), handler)
  }

  /// A responder that switches to another protocol.
  static func upgrading(to name: String, _ run: @escaping @Sendable (UpgradedConnection) async -> Void) -> TestResponder
  {
    handling { _, _ in HTTPResponse(upgrade: TestProtocol(protocolName: name, body: run), fields: ["X-Toy": "1"]) }
  }

  /// A request that names its path in refusals.
  private final class Request: AdmittedRequest {
    let head: RequestHead
    let handler: @Sendable (RequestHead, HTTPBody) async -> HTTPResponse
    let timeout: Duration?

    init(
      _ head: RequestHead, timeout: Duration? = nil,
      _ handler: @escaping @Sendable (RequestHead, HTTPBody) async -> HTTPResponse
    ) {
      self.head = head
      self.handler = handler
      self.timeout = timeout
    }

    var tag: Int { 0 }
    var expiry: LoopInstant { .distantFuture }

    nonisolated(nonsending) func respond(to body: consuming HTTPBody) async -> HTTPResponse {
      let taken = body
      return await TestResponder.$current.withValue(head) { await handler(head, taken) }
    }

    func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
      var response = HTTPResponse.text(reason, status: status)
      response.fields["X-Path"] = HTTPFieldValue(unchecked: head.path)
      return response
    }

    func streamFailed(_ error: any Error) {}
  }

  func admit(_ head: consuming RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    switch decide(head) {
    case .respond(let response): .respond(response)
    case .collect(let maxBytes, let timeout): .collect(upTo: maxBytes, Request(head, timeout: timeout, handler))
    case .stream(let maxBytes): .stream(upTo: maxBytes, Request(head, handler))
    }
  }

  func refusal(_ status: HTTPStatus, _ reason: String, to peer: PeerAddress) -> HTTPResponse {
    .text(reason, status: status)
  }

  static func handling(
    maxBodyBytes: Int = 1 << 20, timeout: Duration? = nil, _ handler: @escaping Handler
  ) -> TestResponder {
    TestResponder(decide: { _ in .collect(upTo: maxBodyBytes, timeout: timeout) }, handler: handler)
  }

  /// Answers with the content, or with the path when there is none.
  static let echo = handling { head, content in
    content.isEmpty ? .text(head.path) : HTTPResponse(.ok, body: .bytes(content))
  }
}

/// A protocol made of a closure.
final class TestProtocol: ConnectionUpgrade {
  let protocolName: String
  let body: @Sendable (UpgradedConnection) async -> Void

  init(protocolName: String, body: @escaping @Sendable (UpgradedConnection) async -> Void) {
    self.protocolName = protocolName
    self.body = body
  }

  func start(on connection: UpgradedConnection) -> Task<Void, any Error> {
    Task.immediateDetached(executorPreference: connection.executor) { [body] () async throws in
      connection.begin()
      await body(connection)
      connection.end()
    }
  }
}

extension ByteStream {
  /// Returns a stream of one chunk that then waits until it is cancelled, which sets `cancelled`.
  static func silent(_ cancelled: Event) -> ByteStream {
    let isFirst = Lock(true)
    return ByteStream {
      let first = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if first { return [65] }
      await waitForCancellation()
      cancelled.set()
      return nil
    }
  }
}

/// Runs an engine while `body` runs, and checks that it releases every connection.
func withEngine(
  _ responder: TestResponder, at places: [BindAddress] = [.tcp(port: 0)], threads: Int = 1,
  limits: ServerLimits = ServerLimits(),
  timeouts: ServerTimeouts = ServerTimeouts(), kernel: any Kernel = SystemKernel(),
  inherited: InheritedSockets? = nil, maxHeldTime: Int64 = HeldResponses.maxWait,
  minIdleTime: Int64 = EngineSettings.minIdleTime,
  _ body: (SocketServer) async throws -> Void
) async throws {
  var options = SocketServer.Options(places)
  options.inherited = inherited
  options.maxHeldTime = maxHeldTime
  options.minIdleTime = minIdleTime
  options.threads = threads
  options.limits = limits
  options.timeouts = timeouts
  let server = try SocketServer(options, responder: responder, kernel: kernel)
  do {
    try await body(server)
  } catch {
    await server.stop(deadline: .zero)
    throw error
  }
  await server.stop(deadline: .zero)
  #expect(server.connectionCount == 0)
  #expect(server.peerCount == 0)
}

/// Something that happens once, and that others wait for.
final class Event: Sendable {
  private struct State {
    var isSet = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  var isSet: Bool { state.withLock { $0.isSet } }

  func set() {
    let waiters = state.withLock { state in
      state.isSet = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSet = state.withLock { state in
        if !state.isSet { state.waiters.append(continuation) }
        return state.isSet
      }
      if isSet { continuation.resume() }
    }
  }
}

/// Waits until the calling task is cancelled.
func waitForCancellation() async {
  let event = Event()
  await withTaskCancellationHandler {
    await event.wait()
  } onCancel: {
    event.set()
  }
}
