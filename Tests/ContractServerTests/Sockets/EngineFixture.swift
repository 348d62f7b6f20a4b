import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer
@testable import ContractSockets

/// A responder made of closures.
final class TestResponder: Responder {
  typealias Handler = @Sendable (RequestHead, [UInt8]) async -> HTTPResponse

  /// The request of the calling task.
  @TaskLocal static var current: RequestHead?

  typealias Writing = @Sendable (RequestHead, [UInt8], ResponseWriter) async -> Void

  let decide: @Sendable (RequestHead) -> HeadDecision<Void>
  private let write: Writing

  init(
    decide: @escaping @Sendable (RequestHead) -> HeadDecision<Void>,
    handler: @escaping Handler = { _, content in HTTPResponse(.ok, body: .bytes(content)) }
  ) {
    self.decide = decide
    self.write = { head, content, writer in writer.respond(await handler(head, content)) }
  }

  private init(_ write: @escaping Writing) {
    self.decide = { _ in .admit((), HandlingTerms(.collect(upTo: 1 << 20))) }
    self.write = write
  }

  /// A responder that responds through the writer itself.
  static func writing(_ write: @escaping Writing) -> TestResponder { TestResponder(write) }

  func admit(_ head: RequestHead, from peer: PeerAddress, contentLength: Int?) -> HeadDecision<Void> { decide(head) }

  nonisolated(nonsending) func respond(
    to request: consuming IncomingRequest<Void>, through writer: ResponseWriter
  ) async {
    let (head, content) = (request.head, request.content.bytes)
    await Self.$current.withValue(head) { await write(head, content, writer) }
  }

  func refusal(
    _ status: HTTPStatus, _ reason: String, to head: RequestHead?, admission: Void?, from peer: PeerAddress
  ) -> HTTPResponse {
    .text(reason, status: status)
  }

  static func handling(
    maxBodyBytes: Int = 1 << 20, timeout: Duration? = nil, _ handler: @escaping Handler
  ) -> TestResponder {
    TestResponder(
      decide: { _ in .admit((), HandlingTerms(.collect(upTo: maxBodyBytes), timeout: timeout)) }, handler: handler)
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
