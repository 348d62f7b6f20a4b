internal import ContractClient
internal import ContractLoop

/// Work of a service for a client: a call, or the next chunk of a streamed response.
///
/// The service runs in a task of its own, so that the client's task continues at once when it is cancelled or its
/// timeout expires, whatever the service does. The service is then cancelled, as over a network.
final class InProcessCall<Value: Sendable>: InProcessDeadlines.Holder {
  private struct State {
    var waiter: CheckedContinuation<Value, any Error>?
    /// The task of the service, unless it has ended before it waited.
    var service: Task<Void, Never>?
    /// The error of a call that was cancelled before it began.
    var early: ClientError?
    var isEnded = false
  }

  private let timeout: Duration?
  /// The body that the call sends; nil if the timeout includes the time in which it is sent.
  private let upload: SentStream?
  private let state = Lock(State())

  private init(timeout: Duration?, upload: SentStream?) {
    self.timeout = timeout
    self.upload = upload
  }

  /// Returns the value that `body` returns.
  ///
  /// - Parameters:
  ///   - timeout: The timeout; nil for none.
  ///   - upload: The body that the call sends; nil if the timeout includes the time in which it is sent.
  /// - Throws: ``/Contract/ClientError`` when the call is cancelled or its timeout expires, and the errors of `body`.
  static func run(
    timeout: Duration?, upload: SentStream? = nil,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if Task.isCancelled { throw ClientError.cancelledInProcess }
    let call = InProcessCall(timeout: timeout, upload: upload)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { call.start($0, body) }
    } onCancel: {
      call.abandon(.cancelledInProcess)
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
    // The task begins on the current thread, so that a service that does not wait costs no thread switch. It prefers the
    // caller's loop, if there is one.
    let service = Task.immediate(executorPreference: ContractLoop.current) {
      do {
        self.end(.success(try await body()))
      } catch {
        self.end(.failure(error))
      }
    }
    let isEnded = state.withLock { state in
      if !state.isEnded { state.service = service }
      return state.isEnded
    }
    if isEnded { return service.cancel() }
    if let timeout { setDeadline(timeout) }
  }

  private func setDeadline(_ timeout: Duration) {
    InProcessDeadlines.shared.add(self, after: timeout)
    // The call may have ended before it had this deadline.
    if state.withLock({ $0.isEnded }) { InProcessDeadlines.shared.remove(self) }
  }

  /// Ends the call with the result of the service, unless it has ended.
  private func end(_ result: Result<Value, any Error>) {
    takeWaiter().waiter?.resume(with: result)
  }

  /// Ends the call with an error and cancels the service, unless the call has ended.
  private func abandon(_ error: ClientError) {
    let (waiter, service) = takeWaiter(orLeave: error)
    waiter?.resume(throwing: error)
    service?.cancel()
  }

  /// Ends the call, and returns the waiting task with the task of the service.
  ///
  /// - Parameter error: The error of a call that has not begun.
  private func takeWaiter(
    orLeave error: ClientError? = nil
  ) -> (waiter: CheckedContinuation<Value, any Error>?, service: Task<Void, Never>?) {
    let taken = state.withLock { state in
      if state.waiter == nil, !state.isEnded { state.early = error }
      guard state.waiter != nil else {
        return (nil, nil) as (CheckedContinuation<Value, any Error>?, Task<Void, Never>?)
      }
      state.isEnded = true
      return (state.waiter.take(), state.service.take())
    }
    // A call that ends inside `start` has no task and no deadline yet.
    if taken.1 != nil, timeout != nil { InProcessDeadlines.shared.remove(self) }
    return taken
  }

  /// Ends the call because its timeout has expired, or sets another deadline, because the upload makes progress.
  func timeOut() {
    guard let timeout else { return }
    if upload?.takeProgress() == true { return setDeadline(timeout) }
    abandon(ClientError(.timeout, stage: .exchange, "no complete response within \(timeout.text)"))
  }
}

extension ClientError {
  static var cancelledInProcess: ClientError {
    ClientError(.cancelled, stage: .exchange, "the task was cancelled")
  }
}
