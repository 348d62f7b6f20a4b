internal import Contract
internal import ContractHTTP
internal import ContractLoop

extension OutgoingCall {
  /// Returns a streamed response if it is a success.
  ///
  /// - Parameter start: The start time of the call.
  /// - Throws: An error for any other response, with the beginning of its body.
  func success(_ response: HTTPResponse, since start: Int64) async throws -> HTTPResponse {
    if configuration.validator.accepts(response) { return response }
    return try validated(await settings.held(response, within: timeout, since: start, for: operation))
  }
}

extension ClientSettings {
  /// Sends the request of an operation with a streamed result. The body of any other response is in memory, up to 64 KiB.
  nonisolated(nonsending) func stream(
    _ request: HTTPRequest, for operation: APIOperation
  ) async throws -> HTTPResponse {
    let start = configuration.clock.now()
    let response = try await send(request, for: operation, .streamed, at: nil)
    if operation.isSuccess(response.status) { return response }
    let timeout = min(configuration.timeout, operation.timeout ?? configuration.timeout)
    return try await held(response, within: timeout, since: start, for: operation)
  }

  /// Returns a response with the beginning of its body in memory: the bytes that arrive within the timeout of the call.
  ///
  /// - Parameter start: The start time of the call.
  func held(
    _ response: HTTPResponse, within timeout: Duration, since start: Int64, for operation: APIOperation
  ) async throws -> HTTPResponse {
    let clock = configuration.clock
    let left = max(.zero, timeout - .nanoseconds(clock.now() - start))
    do {
      return try await response.held(upTo: 64 * 1024, within: left, on: clock)
    } catch is CancellationError {
      throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    }
  }
}

extension HTTPResponse {
  /// Returns the response with up to `maxBytes` of its body, read within the given time.
  fileprivate func held(upTo maxBytes: Int, within time: Duration, on clock: TimeSource) async throws -> HTTPResponse {
    guard case .stream(let stream) = body else { return self }
    let held = Lock<[UInt8]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var missing = maxBytes
        do {
          while missing > 0, let chunk = try await stream.next() {
            held.withLock { $0 += chunk.prefix(missing) }
            missing -= chunk.count
          }
        } catch {
          // If the connection breaks, the error is dropped, because the status that was received before matters more.
          try Task.checkCancellation()
        }
      }
      group.addTask { try await clock.alarm(time) }
      defer { group.cancelAll() }
      try await group.next()
    }
    let bytes = held.withLock { $0 }
    var response = self
    response.body = bytes.isEmpty ? .empty : .bytes(bytes)
    return response
  }
}
