internal import Contract
public import ContractHTTP

/// Optional failures of a mock, reproducible by a seed.
public struct MockFaults: Sendable, Hashable {
  /// The time before each response.
  public var delay: Duration
  /// The share of requests that fail with 503, from 0 to 1.
  public var failureRate: Double
  /// The seed that selects the failing requests.
  public var seed: UInt64

  /// Creates faults. By default, no request is delayed or fails.
  public init(delay: Duration = .zero, failureRate: Double = 0, seed: UInt64 = 1) {
    self.delay = delay
    self.failureRate = failureRate
    self.seed = seed
  }

  /// Returns the failure of a request; nil if it succeeds.
  ///
  /// - Parameter number: the number of earlier requests.
  public func response(toRequest number: Int) -> HTTPResponse? {
    guard failureRate > 0 else { return nil }
    var random = SeededRandom(seed: seed &+ UInt64(truncatingIfNeeded: number))
    guard Double.random(in: 0..<1, using: &random) < failureRate else { return nil }
    return MockProblem.response(
      .serviceUnavailable, "The mock fails this request because of `--fail`.", fields: ["Retry-After": "1"])
  }
}
