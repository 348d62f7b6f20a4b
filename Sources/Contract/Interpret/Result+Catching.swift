extension Result where Failure == any Error {
  /// Creates the result of `body`.
  package static func catching(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
