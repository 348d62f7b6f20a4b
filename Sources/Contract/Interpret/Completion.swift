/// Both ends of a completion handler. Generated code uses it.
public enum Completion {
  /// Starts something that takes a completion handler and waits for it to be called.
  ///
  /// The first call of the handler counts; later ones do nothing. When the task is cancelled this stops waiting, which
  /// what was started cannot be told.
  ///
  /// - Throws: the failure that the handler was called with, ``CompletionError`` when the handler was dropped without a
  ///   call, or `CancellationError`.
  public static func value<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, any Error>) -> Void) async -> Void
  ) async throws -> Value {
    let waiter = CompletionWaiter<Value>()
    return try await withTaskCancellationHandler {
      await hand(to: start, CompletionHandler(waiter))
      return try await withCheckedThrowingContinuation { waiter.wait($0) }
    } onCancel: {
      waiter.finish(.failure(CancellationError()))
    }
  }

  /// A function of its own, so that nobody but what was started holds the handler when it returns.
  private static func hand<Value>(
    to start: (@escaping @Sendable (Result<Value, any Error>) -> Void) async -> Void,
    _ handler: consuming CompletionHandler<Value>
  ) async {
    let handler = handler
    await start { handler.finish($0) }
  }

  /// Does nothing. Generated code calls it with the call of a function that may or may not belong to an actor: `await`
  /// before both of them is right in either case.
  public static func started(_ call: Void) async {}
}

/// A function of a service dropped its completion handler without calling it, so that there is no answer.
public struct CompletionError: Error, Hashable, CustomStringConvertible {
  /// Nobody can call the handler any more.
  public init() {}

  /// Says what happened and what to do.
  public var description: String {
    "a completion handler was dropped without a call; call it exactly once on every path"
  }
}

/// What a handler holds: nobody can call it any more when this goes.
private final class CompletionHandler<Value: Sendable>: Sendable {
  private let waiter: CompletionWaiter<Value>

  init(_ waiter: CompletionWaiter<Value>) { self.waiter = waiter }

  deinit { waiter.finish(.failure(CompletionError())) }

  func finish(_ result: Result<Value, any Error>) { waiter.finish(result) }
}

/// Resumes a continuation with the first of several results.
private final class CompletionWaiter<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case finished(Result<Value, any Error>)
  }
  private let state = Lock(State.idle)

  /// Takes the continuation, and resumes it when there is a result already.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let result: Result<Value, any Error>? = state.withLock { state in
      if case .finished(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  /// Takes a result unless there was one before.
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
  /// Calls an endpoint and hands over its result.
  ///
  /// - Parameter completion: called once, on no thread in particular.
  /// - Returns: the running call, which can be cancelled; a cancelled call completes with the error that says so.
  @discardableResult
  public func call<Request, Response>(
    _ endpoint: Endpoint<Request, Response>, _ input: Request,
    completion: @escaping @Sendable (Result<Response, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task { completion(await Result.catching { try await call(endpoint, input) }) }
  }
}
