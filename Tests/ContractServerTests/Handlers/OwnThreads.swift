import Testing

@testable import ContractLoop

/// Runs a test on threads of its own: one that waits in `recv` holds its thread, and handlers that run on Swift's pool
/// would then wait for the tests that wait for them.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let pool = BlockingPool(name: "test-threads", maxThreads: 16, maxWaiting: 0, idleTime: .seconds(1))
    try await withTaskExecutorPreference(pool) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// The test may block.
  static var ownThreads: OwnThreads { OwnThreads() }
}
