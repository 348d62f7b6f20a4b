internal import Contract
internal import ContractLoop

extension Route {
  /// The same route, whose handler runs where it has to; `usual` is for routes that say nothing.
  ///
  /// A route of the loop stays as it is. Of another one, the task of the request moves to the other executor for the
  /// handler, and returns with the answer: cancellation, task-local values and priority stay what they are.
  func running(usually usual: HandlerExecution, _ pool: BlockingPool) -> Route {
    switch execution ?? usual {
    case .loop: self
    case .concurrent: moved(to: globalConcurrentExecutor) { Unbounded.place }
    case .blocking: moved(to: pool) { pool.admit() }
    }
  }

  private func moved(
    to executor: any TaskExecutor, admitting admit: @escaping @Sendable () -> (any AnyObject & Sendable)?
  ) -> Route {
    let respond = respond
    return responding { request in
      guard let place = admit() else { return Self.busy }
      defer { withExtendedLifetime(place) {} }
      var response = try await withTaskExecutorPreference(executor) {
        // The client may have gone while the request waited for a thread.
        try Task.checkCancellation()
        return try await respond(request)
      }
      if case .stream(let stream) = response.body {
        // The place belongs to the stream until that is let go.
        let pieces = HTTPBodyStream(length: stream.length) {
          defer { withExtendedLifetime(place) {} }
          return try await withTaskExecutorPreference(executor) { try await stream.next() }
        }
        response.body = .stream(pieces)
      }
      return response
    }
  }

  private enum Unbounded {
    final class Place: Sendable {}
    static let place = Place()
  }

  private static var busy: HTTPResponse {
    RequestPipeline.answer(
      Problem(
        .serviceUnavailable, detail: "too many requests of this kind are waiting; try again later",
        fields: ["Retry-After": "1"]))
  }
}
