internal import Contract
internal import ContractLoop

/// The deadline of the request that the current task handles. It limits the calls that the handler makes.
enum InheritedDeadline {
  /// The time until the deadline, zero after it; nil outside of handlers and for requests without a deadline.
  static var remaining: Duration? {
    guard let deadline = ServerRequest.current?.deadlineNanoseconds, deadline != .max else { return nil }
    return .nanoseconds(max(0, deadline - LoopInstant.read().nanoseconds))
  }

  /// Returns the error of a call that begins after the deadline.
  static func error(_ operation: APIOperation) -> ClientError {
    ClientError(
      .timeout, stage: .exchange, "the deadline of the handled request has passed",
      operation: operation)
  }
}
