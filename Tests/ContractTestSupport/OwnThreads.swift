internal import ContractHTTP
package import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a test on threads of its own, one for each job.
///
/// A test that waits in `recv` holds its thread. Swift's pool has as many threads as the machine has processors, and all
/// tests share it: two tests that block it keep every other from going on, also those that they wait for.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  /// True once a test of this process has asked for them.
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
  /// The test may block.
  package static var ownThreads: OwnThreads { OwnThreads() }
}

/// Starts a thread for every job.
package final class ThreadPerJob: TaskExecutor {
  private final class Start {
    let job: UnownedJob
    let executor: UnownedTaskExecutor
    init(_ job: UnownedJob, _ executor: UnownedTaskExecutor) {
      self.job = job
      self.executor = executor
    }
  }

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let start = Start(UnownedJob(job), asUnownedTaskExecutor())
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        // SAFETY: the object was retained for this thread alone.
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        start.job.runSynchronously(on: start.executor)
        return nil
      }, Unmanaged.passRetained(start).toOpaque())
    precondition(result == 0, "no thread is left for a test")
    pthread_detach(thread)
  }
}

/// Records an issue when the calling task runs on Swift's pool. Clients that block ask before they do.
///
/// The process of an exit test runs nothing else that it could keep from going on.
package func expectOwnThread(_ sourceLocation: SourceLocation = #_sourceLocation) {
  guard OwnThreads.areUsed.withLock({ $0 }) else { return }
  let mayBlock = withUnsafeCurrentTask { task in task.map { $0.unownedTaskExecutor != nil } ?? true }
  if !mayBlock { Issue.record("a test that blocks needs the trait .ownThreads", sourceLocation: sourceLocation) }
}
