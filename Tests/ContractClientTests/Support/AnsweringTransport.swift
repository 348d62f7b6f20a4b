import Contract
import ContractClient
import ContractHTTP
import ContractLoop

/// Responds to requests with a closure and records them.
final class AnsweringTransport: ClientTransport {
  struct Sent: Sendable {
    var request: HTTPRequest
    var options: TransportOptions
    var isStreamed: Bool
  }

  private let log = Lock<[Sent]>([])
  private let answer: @Sendable (HTTPRequest, _ number: Int) async throws -> HTTPResponse

  /// - Parameter answer: receives the request and its number, from 1, and returns the response.
  init(_ answer: @escaping @Sendable (HTTPRequest, _ number: Int) async throws -> HTTPResponse) {
    self.answer = answer
  }

  /// Responds with these in order, and then always with the last one.
  convenience init(_ responses: HTTPResponse...) {
    self.init { _, number in responses[min(number, responses.count) - 1] }
  }

  var sent: [Sent] { log.withLock { $0 } }
  var requests: [HTTPRequest] { sent.map(\.request) }

  func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await answer(request, note(Sent(request: request, options: options, isStreamed: false)))
  }

  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await answer(request, note(Sent(request: request, options: options, isStreamed: true)))
  }

  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await stream(request, options: options)
  }

  private func note(_ sent: Sent) -> Int {
    log.withLock { log in
      log.append(sent)
      return log.count
    }
  }
}

extension APIClient {
  /// A client of a transport with scripted responses.
  init(_ transport: AnsweringTransport, _ baseURL: String = "http://h.example/v1") {
    self.init(baseURL: baseURL, transport: transport)
  }
}

/// A clock that advances only when a task sleeps, without waiting.
final class TestClock: Sendable {
  private struct State {
    var now: Int64 = 1_000_000_000
    var slept: [Duration] = []
  }

  private let state = Lock(State())
  let random: Double

  private let alarm: @Sendable (Duration) async throws -> Void

  /// - Parameter alarm: waits for the end of a limit. Default: never ends, because nothing here takes time.
  init(
    random: Double = 0.5,
    alarm: @escaping @Sendable (Duration) async throws -> Void = { _ in try await Task.sleep(for: .seconds(3600)) }
  ) {
    self.random = random
    self.alarm = alarm
  }

  /// The total time slept.
  var slept: [Duration] { state.withLock { $0.slept } }

  func advance(by duration: Duration) {
    state.withLock { $0.now += Int64(duration / .nanoseconds(1)) }
  }

  /// The wall time at the start: 2026-01-01T00:00:00Z.
  static let start = 1_767_225_600.0

  var clock: TimeSource {
    TimeSource {
      self.state.withLock { $0.now }
    } wall: {
      Int64(Self.start) * 1_000_000_000 + self.state.withLock { $0.now } - 1_000_000_000
    } sleep: { duration in
      try Task.checkCancellation()
      self.state.withLock { $0.slept.append(duration) }
      self.advance(by: duration)
    } alarm: {
      try await self.alarm($0)
    } random: {
      self.random
    }
  }
}

extension APIClient {
  /// The same client on another clock.
  func clock(_ clock: TestClock) -> APIClient {
    configured { $0.clock = clock.clock }
  }
}

extension HTTPResponse {
  /// A response with JSON.
  static func json(_ text: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(status, fields: [.contentType: "application/json"], body: .bytes(Array(text.utf8)))
  }
}

/// A gate at which tasks wait until it is opened.
final class Turnstile: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var count = 0
  }

  private let state = Lock(State())

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.count += 1
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      resumeWatchers()
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until a number of tasks have arrived at the gate.
  func waitForArrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.watchers.append((count, continuation)) }
      resumeWatchers()
    }
  }

  private func resumeWatchers() {
    let ready = state.withLock { state in
      let ready = state.watchers.filter { $0.count <= state.count }
      state.watchers.removeAll { $0.count <= state.count }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
