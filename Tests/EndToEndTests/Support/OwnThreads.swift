import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs a test on threads of its own, one for each piece of work that is due.
///
/// A test that waits in `recv` holds its thread. On the pool's few threads, which all tests share, some tests would then
/// wait for what others cannot do.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadPerJob()) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// The test may block.
  static var ownThreads: OwnThreads { OwnThreads() }
}

/// Starts a thread for every job.
final class ThreadPerJob: TaskExecutor {
  private final class Start {
    let job: UnownedJob
    let executor: UnownedTaskExecutor
    init(_ job: UnownedJob, _ executor: UnownedTaskExecutor) {
      self.job = job
      self.executor = executor
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
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
