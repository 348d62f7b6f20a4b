/// Support for functions with completion handlers, used by generated code.
public enum Completion {
  /// Calls a function that has a completion handler, and returns the value passed to the handler.
  ///
  /// Later calls of the handler have no effect. A cancelled task stops waiting, but the function is not notified.
  ///
  /// - Throws: the error passed to the handler, ``CompletionError`` when the handler is released without a call, or
  ///   `CancellationError`.
  public static func value<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) async -> Void
  ) async throws -> Value {
    let waiter = CompletionWaiter<Value>()
    return try await withTaskCancellationHandler {
      await pass(CompletionHandler(waiter), to: start)
      return try await withCheckedThrowingContinuation { waiter.wait($0) }
    } onCancel: {
      waiter.finish(.failure(CancellationError()))
    }
  }

  /// Passes on the result. A separate function, so that the caller has released the handler when it returns.
  private static func pass<Value>(
    _ handler: consuming CompletionHandler<Value>,
    to start: (@escaping @Sendable (Result<Value, any Error>) -> Void) async -> Void
  ) async {
    let handler = handler
    await start { handler.finish($0) }
  }

  /// Does nothing. Generated code passes the call of a function that may be isolated to an actor, so that `await` causes no
  /// warning if the function is not isolated.
  public static func started(_ call: Void) async {}
}

/// The error of a function that released its completion handler without calling it.
public struct CompletionError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// The fault and the remedy.
  public var description: String {
    "a completion handler was released without a call; call it exactly once on every path"
  }
}

/// The object that a completion handler retains. Its release shows that the handler can no longer be called.
private final class CompletionHandler<Value: Sendable>: Sendable {
  private let waiter: CompletionWaiter<Value>

  init(_ waiter: CompletionWaiter<Value>) { self.waiter = waiter }

  deinit { waiter.finish(.failure(CompletionError())) }

  func finish(_ result: Result<Value, any Error>) { waiter.finish(result) }
}

/// A continuation that is resumed with the first of several results.
private final class CompletionWaiter<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case finished(Result<Value, any Error>)
  }
  private let state = Lock(State.idle)

  /// Stores the continuation, or resumes it if the result has arrived.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let result: Result<Value, any Error>? = state.withLock { state in
      if case .finished(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  /// Sets the result unless it is already set.
  func finish(_ result: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .finished: return nil
      case .idle:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      }
    }
    continuation?.resume(with: result)
  }
}

extension EndpointCaller {
  /// Calls an endpoint and passes its result to a completion handler.
  ///
  /// - Parameter completion: called once, on any thread.
  /// - Returns: the running call. A cancelled call completes with an error.
  @discardableResult
  public func call<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request,
    completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await call(endpoint, input) }) }
  }
}
