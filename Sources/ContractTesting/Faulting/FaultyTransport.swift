public import ContractClient
internal import ContractLoop

/// A transport that sends requests over another transport and injects faults into some of them, reproducibly for a
/// given seed.
///
/// ```swift
/// let client = APIClient(baseURL: url).retry()
///   .faults(seed: 7, FaultRule(.drop, share: 0.1), FaultRule(.status(503), share: 0.2) { $0.method == .get })
/// ```
///
/// The faults of a request depend on the seed, the method, path and query of the request, and the number of equal
/// requests before it. They do not depend on the order of different requests, so concurrency does not change them.
/// Rules apply in order. A delay, a truncation and a corruption can be combined; any other fault ends the exchange.
public final class FaultyTransport: ClientTransport, WrappingTransport {
  /// An injected fault.
  public struct Injection: Sendable, Hashable {
    /// The method of the request.
    public let method: HTTPMethod
    /// The request's path and query, with secrets masked.
    public let target: String
    /// The fault's name.
    public let fault: String
  }

  private struct State {
    var counts: [String: UInt64] = [:]
    var injected: [Injection] = []
  }

  private let live: any ClientTransport
  private let seed: UInt64
  private let rules: [FaultRule]
  private let state = Lock(State())
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a transport that injects faults by `rules`.
  public convenience init(over live: any ClientTransport, seed: UInt64, _ rules: FaultRule...) {
    self.init(over: live, seed: seed, rules) { try await TimeSource.pause($0) }
  }

  package init(
    over live: any ClientTransport, seed: UInt64, _ rules: [FaultRule],
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.live = live
    self.seed = seed
    self.rules = rules
    self.sleep = sleep
  }

  /// The transport that sends the requests.
  package var wrapped: any ClientTransport { live }

  /// True when the transport that sends the requests adds cookies.
  public var keepsCookies: Bool { live.keepsCookies }

  /// The faults injected so far. A truncation or corruption is listed once it has changed the body. In a stream this
  /// happens when the body is read.
  public var injected: [Injection] { state.withLock { $0.injected } }

  /// Sends a request, unless a fault prevents it.
  ///
  /// - Throws: The error of an injected fault, or any error of the transport.
  public func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await exchange(request, options, isStreamed: false) { try await live.send(request, options: $0) }
  }

  /// Sends a request, unless a fault prevents it, and streams the response body.
  ///
  /// - Throws: The error of an injected fault, or any error of the transport.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await exchange(request, options, isStreamed: true) { try await live.stream(request, options: $0) }
  }

  /// Upgrades a connection to another protocol, unless a fault prevents the request. Data after the switch is never
  /// changed.
  ///
  /// - Throws: The error of an injected fault, or any error of the transport.
  public func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await exchange(request, options, isStreamed: false) { try await live.upgrade(request, options: $0) }
  }

  private func exchange(
    _ request: HTTPRequest, _ options: TransportOptions, isStreamed: Bool,
    _ send: (TransportOptions) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var dice = FaultDice(seed: seed, number: occurrence(of: request), request)
    var options = options
    var changes: [InjectedFault] = []
    for rule in rules {
      // Every rule draws its numbers, even if it does not apply, so that one rule does not shift the results of the next.
      let strikes = dice.share() < rule.share
      let detail = dice.next()
      guard strikes, rule.applies(request) else { continue }
      // Truncations and corruptions are recorded when they change the body.
      switch rule.fault.kind {
      case .truncate, .corrupt: break
      default: record(request, options, rule.fault)
      }
      switch rule.fault.kind {
      case .delay(let range):
        let delay = range.lowerBound + (range.upperBound - range.lowerBound) * FaultDice.fraction(detail)
        try await wait(max(.zero, delay), &options)
      case .refuse: throw ClientError(.noConnection, stage: .connect, "an injected fault refused the connection")
      case .drop:
        _ = try await send(options)
        throw ClientError(.lostConnection, stage: .exchange, "an injected fault dropped the response")
      case .hang:
        try await sleep(options.timeout)
        throw Self.timeout
      case .respond(let response):
        let response = response.withReplayedBody
        // Only a stream that is collected waits, so only it needs the time limit.
        guard !isStreamed, case .stream = response.body else {
          return try options.delivered(response, to: request, isStreamed: isStreamed)
        }
        return try await options.delivered(to: request, isStreamed: false) { _ in response }
      case .truncate, .corrupt: changes.append(rule.fault)
      }
    }
    let response = try await send(options)
    return try changes.reduce(response) { response, fault in
      try Self.changed(response, fault.kind, &dice) { [self, options] in record(request, options, fault) }
    }
  }

  private func occurrence(of request: HTTPRequest) -> UInt64 {
    state.withLock { state in
      let name = "\(request.method) \(request.target)"
      defer { state.counts[name, default: 0] += 1 }
      return state.counts[name] ?? 0
    }
  }

  private func record(_ request: HTTPRequest, _ options: TransportOptions, _ fault: InjectedFault) {
    let target = Masking.standard.hiding(options.credentialLocations).masked(target: request.target)
    let injection = Injection(method: request.method, target: target, fault: fault.description)
    state.withLock { $0.injected.append(injection) }
  }

  private func wait(_ delay: Duration, _ options: inout TransportOptions) async throws {
    guard delay < options.timeout else {
      try await sleep(options.timeout)
      throw Self.timeout
    }
    try await sleep(delay)
    options.timeout -= delay
  }

  private static var timeout: ClientError {
    ClientError(.timeout, stage: .exchange, "an injected fault used up the timeout")
  }

  /// Returns the response with a truncated or corrupted body.
  ///
  /// - Parameter record: Called when the fault is injected.
  private static func changed(
    _ response: HTTPResponse, _ kind: InjectedFault.Kind, _ dice: inout FaultDice,
    _ record: @escaping @Sendable () -> Void
  ) throws -> HTTPResponse {
    var response = response
    switch (kind, response.body) {
    case (.corrupt(let count), .bytes(let bytes)) where count > 0 && !bytes.isEmpty:
      record()
      response.body = .bytes(dice.corrupted(bytes, count))
    case (.corrupt(let count), .stream(let stream)) where count > 0:
      response.body = .stream(corrupted(stream, count, dice, record))
    case (.truncate, .bytes(let bytes)) where !bytes.isEmpty:
      record()
      throw broken
    case (.truncate, .stream(let stream)):
      response.body = .stream(truncated(stream, to: dice.share(), record))
    default: break
    }
    return response
  }

  /// Returns a stream whose first chunk that is not empty is corrupted.
  private static func corrupted(
    _ stream: ByteStream, _ count: Int, _ dice: FaultDice, _ record: @escaping @Sendable () -> Void
  ) -> ByteStream {
    let unused = Lock<FaultDice?>(dice)
    return stream.passing {
      guard let chunk = try await stream.next() else { return nil }
      guard !chunk.isEmpty, var dice = unused.withLock({ $0 }) else { return chunk }
      unused.withLock { $0 = nil }
      record()
      return dice.corrupted(chunk, count)
    }
  }

  /// Returns a stream that fails after a part of its first chunk that is not empty. An empty body has nothing to cut.
  private static func truncated(
    _ stream: ByteStream, to part: Double, _ record: @escaping @Sendable () -> Void
  ) -> ByteStream {
    let progress = Lock(Truncation.ahead)
    return stream.passing {
      switch progress.withLock({ $0 }) {
      case .cut: throw broken
      case .ended: return nil
      case .ahead: break
      }
      guard let chunk = try await stream.next() else {
        progress.withLock { $0 = .ended }
        return nil
      }
      if chunk.isEmpty { return chunk }
      progress.withLock { $0 = .cut }
      record()
      return Array(chunk.prefix(Int(Double(chunk.count) * part)))
    }
  }

  /// The progress of a truncated stream.
  private enum Truncation {
    case ahead, cut, ended
  }

  private static var broken: ClientError {
    ClientError(.lostConnection, stage: .exchange, "an injected fault cut off the response")
  }
}

extension APIClient {
  /// Injects faults into some exchanges, reproducibly for a given seed; see ``FaultyTransport``.
  public func faults(seed: UInt64, _ rules: FaultRule...) -> APIClient {
    configured { configuration in
      configuration.transport = FaultyTransport(over: configuration.transport, seed: seed, rules) {
        try await TimeSource.pause($0)
      }
    }
  }
}
