internal import Contract
internal import ContractLoop

extension ClientCall {
  /// Runs `body` with a timeout, after which it is cancelled. This costs a task; transports have their own timeout.
  ///
  /// - Parameter wait: The event that the body waits for; nil for a response.
  /// - Throws: ``/Contract/ClientError`` with the code `timeout`, before `body` runs if no time is left, and the errors of
  ///   `body`.
  func limit<Value: Sendable>(
    _ time: Duration, waitingFor wait: String? = nil, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if time <= .zero { throw timeoutError(waitingFor: wait) }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await self.configuration.clock.alarm(time)
        return nil
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() ?? nil else { throw timeoutError(waitingFor: wait) }
      return value
    }
  }
}
