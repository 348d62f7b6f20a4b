internal import Contract

extension ClientCall {
  /// Waits for `body` so long, and no longer. It is cancelled then.
  ///
  /// This costs a task, and is for waits on what others do; a transport keeps the time by itself.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `timeout`, without having begun when there is no time, or what `body`
  ///   throws.
  ///
  /// - Parameter wait: what the body waits for, if not for a response.
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
