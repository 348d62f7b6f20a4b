internal import Contract
internal import ContractLoop

extension Route {
  /// Returns the route with a handler that runs on the route's executor, or on `usual` if the route sets none.
  ///
  /// A route that runs on the loop is unchanged. For other routes, the task switches to the executor for the handler and back
  /// with the response. The task keeps its cancellation, task-local values and priority.
  func running(usually usual: HandlerExecution, _ pool: BlockingPool) -> Route {
    switch execution ?? usual {
    case .loop: self
    case .concurrent: moved(to: globalConcurrentExecutor) { Unbounded.permit }
    case .blocking: moved(to: pool) { pool.admit() }
    }
  }

  private func moved(
    to executor: any TaskExecutor, admitting admit: @escaping @Sendable () -> (any AnyObject & Sendable)?
  ) -> Route {
    let handler = handler
    return responding { request in
      guard let permit = admit() else { return Self.busy }
      defer { withExtendedLifetime(permit) {} }
      var response = try await withTaskExecutorPreference(executor) {
        // The client may have disconnected while the request waited for a thread.
        try Task.checkCancellation()
        return try await handler(request)
      }
      if case .stream(let stream) = response.body {
        // The permit is held until the stream is released.
        response.body = .stream(
          stream.passing {
            defer { withExtendedLifetime(permit) {} }
            return try await withTaskExecutorPreference(executor) { try await stream.next() }
          })
      }
      return response
    }
  }

  private enum Unbounded {
    final class Permit: Sendable {}
    static let permit = Permit()
  }

  private static var busy: HTTPResponse {
    RequestPipeline.response(
      Problem(
        .serviceUnavailable, detail: "too many requests of this kind are waiting; try again later",
        fields: ["Retry-After": "1"]))
  }
}
