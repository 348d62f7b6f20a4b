extension ContractLoop {
  /// Runs `body` on a new loop and returns its result. Work served by a ``ContractLoop``, such as a client's transfers,
  /// then stays on one thread.
  ///
  /// - Throws: any error that `body` throws, or ``SystemError`` when no loop can be created.
  public static func run<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let loop = try ContractLoop(name: "contract-run")
    try loop.start()
    defer { loop.stop() }
    return try await withTaskExecutorPreference(loop) { try await body() }
  }
}
