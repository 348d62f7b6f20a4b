internal import Contract
internal import ContractHTTP

/// The sharing of a computation by all tasks that request its value concurrently.
///
/// The value is computed in a separate task. A cancelled task stops waiting. A computation without waiting tasks is
/// cancelled, unless `completesUnwanted` is set.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value, any Error>]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var count = 0

    mutating func next() -> Int {
      count += 1
      return count
    }
  }

  private let state = Lock(State())
  private let completesUnwanted: Bool

  /// - Parameter completesUnwanted: Whether computations without waiting tasks are completed, for later tasks and for their side
  ///   effects. They must then have their own timeout.
  init(completesUnwanted: Bool = false) {
    self.completesUnwanted = completesUnwanted
  }

  /// Returns the value that is being computed for `key`, or computes it with `make`.
  ///
  /// - Throws: The errors of `make`, to all waiting tasks, and `CancellationError` to a cancelled task.
  func value(for key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let waiter = state.withLock { $0.next() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(key, waiter, continuation, make)
        // `onCancel` did not find a waiter that joined after the cancellation, so the waiter leaves here.
        if Task.isCancelled { leave(key, waiter) }
      }
    } onCancel: {
      leave(key, waiter)
    }
  }

  /// The number of waiting tasks.
  var waiterCount: Int { state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters.count } } }

  private func join(
    _ key: Key, _ waiter: Int, _ continuation: CheckedContinuation<Value, any Error>,
    _ make: @escaping @Sendable () async throws -> Value
  ) {
    let number: Int? = state.withLock { state in
      if state.flights[key] != nil {
        state.flights[key]?.waiters[waiter] = continuation
        return nil
      }
      let number = state.next()
      state.flights[key] = Flight(number: number, task: nil, waiters: [waiter: continuation])
      return number
    }
    guard let number else { return }
    let task = Task { finish(key, number, await Result.catching(make)) }
    let isWanted = state.withLock { state in
      guard state.flights[key]?.number == number else { return false }
      state.flights[key]?.task = task
      return true
    }
    // If all waiting tasks left before `task` was stored, it is cancelled here. If it has already finished, cancelling has no
    // effect.
    if !isWanted { task.cancel() }
  }

  private func finish(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
    let flight: Flight? = state.withLock { state in
      guard state.flights[key]?.number == number else { return nil }
      return state.flights.removeValue(forKey: key)
    }
    guard let flight else { return }
    for continuation in flight.waiters.values { continuation.resume(with: result) }
  }

  private func leave(_ key: Key, _ waiter: Int) {
    let left: (continuation: CheckedContinuation<Value, any Error>, task: Task<Void, Never>?)? = state.withLock {
      state in
      guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter) else { return nil }
      guard !completesUnwanted, state.flights[key]?.waiters.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.flights.removeValue(forKey: key)?.task)
    }
    guard let left else { return }
    left.task?.cancel()
    left.continuation.resume(throwing: CancellationError())
  }
}
