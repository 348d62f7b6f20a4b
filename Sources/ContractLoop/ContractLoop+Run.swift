extension ContractLoop {
  /// Runs `body` on a loop of its own and returns its result. Calls that a ``ContractLoop`` serves, such as a client's
  /// transfers, then cross no thread.
  ///
  /// - Throws: what `body` throws, or ``SystemError`` when no loop can be created.
  public static func run<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let loop = try ContractLoop(name: "contract-run")
    try loop.start()
    defer { loop.stop() }
    return try await withTaskExecutorPreference(loop) { try await body() }
  }
}
