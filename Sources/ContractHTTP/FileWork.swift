internal import CPosix

/// Work that may wait for a disk.
package enum FileWork {
  /// Runs short work, such as reading or writing a chunk, in Swift's pool, so that it does not delay the loop of a connection.
  package static func chunk<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try body() }
  }

  /// Runs work that may take seconds, such as `fsync`, on a dedicated thread. Swift's pool has one thread for each
  /// processor, so a few such waits would stop all tasks.
  package static func long(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      detached { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Starts work on a dedicated thread, without waiting for it.
  static func detached(_ body: @escaping @Sendable () -> Void) {
    // SAFETY: the thread becomes the owner of this reference; if no thread was created, it is released here.
    let context = Unmanaged.passRetained(Job(body))
    if contract_thread_start(nil, "contract-file", entry, context.toOpaque()) != 0 {
      context.takeRetainedValue().run()
    }
  }

  private final class Job: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    // SAFETY: `context` is the reference that `detached` passed.
    Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
  }
}
