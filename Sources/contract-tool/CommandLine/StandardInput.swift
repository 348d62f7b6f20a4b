import ContractLoop

/// The lines of the standard input.
enum StandardInput {
  /// Reading blocks a thread until a line arrives.
  private static let pool = BlockingPool(name: "input", maxThreads: 1, maxWaiting: 1)

  /// Returns the next line; nil at the end.
  static func line() async -> String? {
    await Task(executorPreference: pool) { readLine() }.value
  }
}
