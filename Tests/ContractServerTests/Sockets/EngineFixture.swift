import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer
@testable import ContractSockets

/// A responder made of closures.
final class TestResponder: HTTPResponder {
  typealias Handler = @Sendable (RequestHead, [UInt8]) async -> HTTPResponse

  let decide: @Sendable (RequestHead) -> HeadDecision
  let handler: Handler

  init(
    decide: @escaping @Sendable (RequestHead) -> HeadDecision,
    handler: @escaping Handler = { _, content in HTTPResponse(.ok, body: .bytes(content)) }
  ) {
    self.decide = decide
    self.handler = handler
  }

  func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision { decide(head) }

  /// A request as the handler gets it.
  final class Request: Sendable {
    let head: RequestHead
    let content: [UInt8]

    init(_ head: RequestHead, _ content: [UInt8]) {
      self.head = head
      self.content = content
    }
  }

  func call(
    _ accepted: AcceptedRequest, _ head: consuming RequestHead, content: consuming [UInt8], peer: PeerAddress
  ) -> HandlerCall {
    HandlerCall(Request(head, content)) { [handler] slot in
      guard let request = slot.request else { return }
      let taken = unsafeDowncast(request, to: Request.self)
      slot.deliver(await handler(taken.head, taken.content))
    }
  }

  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse { HTTPResponse(.internalServerError) }

  func refusal(
    _ status: HTTPStatus, _ reason: String, for head: RequestHead?, accepted: AcceptedRequest?, peer: PeerAddress
  ) -> HTTPResponse {
    .text(reason, status: status)
  }

  static func handling(
    maxBodyBytes: Int = 1 << 20, timeout: Duration? = nil, _ handler: @escaping Handler
  ) -> TestResponder {
    TestResponder(
      decide: { _ in .accept(AcceptedRequest(maxBodyBytes: maxBodyBytes, timeout: timeout)) }, handler: handler)
  }

  /// Answers with the content, or with the path when there is none.
  static let echo = handling { head, content in
    content.isEmpty ? .text(head.path) : HTTPResponse(.ok, body: .bytes(content))
  }
}

extension HTTPBodyStream {
  /// One piece, then nothing until nobody wants more, which `cancelled` tells.
  static func silent(_ cancelled: Event) -> HTTPBodyStream {
    let isFirst = Lock(true)
    return HTTPBodyStream {
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

/// Runs an engine for the length of `body` and checks that it lets go of every connection.
func withEngine(
  _ responder: TestResponder, at places: [ListeningPlace] = [.tcp(port: 0)], threads: Int = 1,
  limits: ServerLimits = ServerLimits(),
  timeouts: ServerTimeouts = ServerTimeouts(), kernel: any Kernel = SystemKernel(),
  inherited: InheritedSockets? = nil, maxHeldTime: Int64 = HeldAnswers.maxWait,
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
