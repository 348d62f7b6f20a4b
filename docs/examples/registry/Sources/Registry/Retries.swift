internal import ContractClient

/// The waits between attempts of a transfer that makes no progress.
struct Retries {
  private var failures = 0

  /// Resets the number of failures after progress.
  mutating func succeed() { failures = 0 }

  /// Waits before the next attempt: 0.1 s at first, then twice as long after each failure, up to 10 s.
  ///
  /// - Throws: the error, if it is final or there were too many failures.
  mutating func wait(after error: RegistryError) async throws {
    failures += 1
    guard Self.isTransient(error), failures < ChunkedUpload.maxAttempts else { throw error }
    try await Task.sleep(for: min(.seconds(10), .milliseconds(50 << failures)))
  }

  /// True for a lost connection, an overloaded server, and an upload that the registry has lost.
  static func isTransient(_ error: RegistryError) -> Bool {
    switch error {
    case .declared(.uploadUnknown), .declared(.uploadInvalid): true
    case .declared: false
    case .other(let error):
      error.response.map { $0.status.code >= 500 || $0.status.code == 429 }
        ?? [.noConnection, .lostConnection, .timeout, .transport].contains(error.code)
    }
  }
}
