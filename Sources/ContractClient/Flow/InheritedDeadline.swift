internal import Contract
internal import ContractLoop

/// The time that the client of the request leaves, which the calling task is answering: calls that it makes meanwhile have
/// no more.
enum InheritedDeadline {
  /// What is left, zero when it is over; nil outside a handler, and when nobody has said.
  static var remaining: Duration? {
    guard let deadline = ServerRequest.current?.deadlineNanoseconds, deadline != .max else { return nil }
    return .nanoseconds(max(0, deadline - LoopInstant.read().nanoseconds))
  }

  /// What a call ends with that begins too late.
  static func error(_ operation: APIOperation) -> ClientError {
    ClientError(
      .timeout, stage: .exchange, "the client of the request that is being answered waits no longer",
      operation: operation)
  }
}
