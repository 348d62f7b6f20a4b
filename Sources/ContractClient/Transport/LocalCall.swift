package import Contract
internal import ContractHTTP
internal import ContractLoop

/// Work for a client in its own process: a response of a mock or a service, or the next chunk of a streamed response.
///
/// The work runs in a separate task, so that the client's task continues at once when it is cancelled or its timeout
/// expires, even if the work ignores cancellation. The work is then cancelled, as over a network.
package final class LocalCall<Value: Sendable>: LocalDeadlines.Holder {
  private struct State {
    var waiter: CheckedContinuation<Value, any Error>?
    /// The task of the work; nil if the work ended before this task was stored.
    var work: Task<Void, Never>?
    /// The error of a call that was cancelled before it began.
    var early: ClientError?
    var isEnded = false
  }

  private let timeout: Duration?
  /// Returns whether an upload has made progress since the last call; nil if the timeout includes the upload.
  private let hasProgress: (@Sendable () -> Bool)?
  private let state = Lock(State())

  private init(timeout: Duration?, hasProgress: (@Sendable () -> Bool)?) {
    self.timeout = timeout
    self.hasProgress = hasProgress
  }

  /// Returns the value that `body` returns.
  ///
  /// - Parameters:
  ///   - timeout: The timeout; nil for none.
  ///   - hasProgress: Called when the timeout expires; if it returns true, the timeout starts again. Nil if the timeout
  ///     includes the time in which a body is sent.
  /// - Throws: ``/Contract/ClientError`` when the call is cancelled or its timeout expires, and the errors of `body`.
  package static func run(
    timeout: Duration?, hasProgress: (@Sendable () -> Bool)? = nil,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if Task.isCancelled { throw ClientError.cancelledTask }
    let call = LocalCall(timeout: timeout, hasProgress: hasProgress)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { call.start($0, body) }
    } onCancel: {
      call.abandon(.cancelledTask)
    }
  }

  private func start(
    _ waiter: CheckedContinuation<Value, any Error>,
    _ body: @escaping @Sendable () async throws -> Value
  ) {
    let early = state.withLock { state in
      if state.early == nil { state.waiter = waiter }
      return state.early
    }
    if let early { return waiter.resume(throwing: early) }
    // The task begins on the current thread, so that work that does not wait costs no thread switch. It prefers the
    // caller's loop, if there is one.
    let work = Task.immediate(executorPreference: ContractLoop.current) {
      do {
        self.end(.success(try await body()))
      } catch {
        self.end(.failure(error))
      }
    }
    let isEnded = state.withLock { state in
      if !state.isEnded { state.work = work }
      return state.isEnded
    }
    if isEnded { return work.cancel() }
    if let timeout { setDeadline(timeout) }
  }

  private func setDeadline(_ timeout: Duration) {
    LocalDeadlines.shared.add(self, after: timeout)
    // The call may have ended before it had this deadline.
    if state.withLock({ $0.isEnded }) { LocalDeadlines.shared.remove(self) }
  }

  /// Ends the call with the result of the work, unless the call has already ended.
  private func end(_ result: Result<Value, any Error>) {
    takeWaiter().waiter?.resume(with: result)
  }

  /// Ends the call with an error and cancels the work, unless the call has ended.
  private func abandon(_ error: ClientError) {
    let (waiter, work) = takeWaiter(orLeave: error)
    waiter?.resume(throwing: error)
    work?.cancel()
  }

  /// Ends the call, and returns the waiting task with the task of the work.
  ///
  /// - Parameter error: The error of a call that has not begun.
  private func takeWaiter(
    orLeave error: ClientError? = nil
  ) -> (waiter: CheckedContinuation<Value, any Error>?, work: Task<Void, Never>?) {
    let taken = state.withLock { state in
      if state.waiter == nil, !state.isEnded { state.early = error }
      guard state.waiter != nil else {
        return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?)
      }
      state.isEnded = true
      return (state.waiter.take(), state.work.take())
    }
    // A call that ends inside `start` has no task and no deadline yet.
    if taken.1 != nil, timeout != nil { LocalDeadlines.shared.remove(self) }
    return taken
  }

  /// Ends the call because its timeout has expired, or sets another deadline, because the upload makes progress.
  func timeOut() {
    guard let timeout else { return }
    if hasProgress?() == true { return setDeadline(timeout) }
    abandon(ClientError(.timeout, stage: .exchange, "no complete response within \(timeout.text)"))
  }
}

extension ClientError {
  /// The error of a call whose task was cancelled.
  package static var cancelledTask: ClientError {
    ClientError(.cancelled, stage: .exchange, "the task was cancelled")
  }
}
