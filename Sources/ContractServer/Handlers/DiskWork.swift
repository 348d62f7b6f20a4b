/// Work that may wait for a disk.
enum DiskWork {
  /// Runs a function outside the loops of connections, in Swift's pool.
  static func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor) { try body() }
  }
}
