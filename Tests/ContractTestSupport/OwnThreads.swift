internal import ContractHTTP
internal import ContractLoop
package import Testing

/// Runs a test on separate threads, one for each job.
///
/// A test that waits in `recv` holds its thread. Swift's pool has as many threads as the machine has processors, and
/// all tests share it: two tests that block its threads can stop all other tests, including those that they wait for.
/// Exit tests block a thread until their process ends, so they have the trait. Tests that compute for a second have it
/// too, because the tests that run at the same time have deadlines.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  /// True once a test of this process has requested them.
  fileprivate static let areUsed = Lock(false)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    Self.areUsed.withLock { $0 = true }
    try await withTaskExecutorPreference(ThreadPerJob()) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// The test may block, or compute for long.
  package static var ownThreads: OwnThreads { OwnThreads() }
}

/// Starts a thread for every job.
package final class ThreadPerJob: TaskExecutor {
  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    do throws(SystemError) {
      try SystemThread.runDetached("test") { job.runSynchronously(on: executor) }
    } catch {
      preconditionFailure("no thread is left for a test: \(error)")
    }
  }
}

/// Records an issue when the calling task runs on Swift's pool. Blocking clients check before they block.
///
/// The process of an exit test runs nothing else that a blocked thread could delay.
package func expectOwnThread(_ sourceLocation: SourceLocation = #_sourceLocation) {
  guard OwnThreads.areUsed.withLock({ $0 }) else { return }
  let mayBlock = withUnsafeCurrentTask { task in task.map { $0.unownedTaskExecutor != nil } ?? true }
  if !mayBlock { Issue.record("a test that blocks needs the trait .ownThreads", sourceLocation: sourceLocation) }
}
