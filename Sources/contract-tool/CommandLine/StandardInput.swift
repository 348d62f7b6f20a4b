import ContractLoop

/// The lines of the standard input.
///
/// The input is read without stdio. A waiting reader would hold the lock of stdio, so that flushing all streams would wait
/// for a line.
enum StandardInput {
  /// The thread for reads, because a read blocks its thread until bytes arrive.
  private static let pool = BlockingPool(name: "input", maxThreads: 1, maxWaiting: 1)
  private static let lines = InputLines(.standard, maxLineBytes: 16 << 20)

  /// Returns the next line without its end; nil at the end.
  ///
  /// - Throws: ``ToolFileError`` for a line of more than 16 MiB.
  static func line() async throws -> String? {
    try await Task(executorPreference: pool) { try lines.next() }.value
  }
}
