internal import ContractHTTP

/// A queue that serializes renewals of tokens with the same version. Renewals of different versions run concurrently.
final class RenewalQueue: Sendable {
  private struct Waiter {
    let number: Int
    let version: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The versions being renewed.
    var running: Set<Int> = []
    var count = 0
    var waiters: [Waiter] = []
  }

  private let state = Lock(State())

  /// Runs `body` when no other renewal of this version is running, in order of arrival.
  ///
  /// - Throws: The errors of `body`, and `CancellationError` if the task is cancelled while waiting.
  func run<Value>(for version: Int, _ body: () async throws -> Value) async throws -> Value {
    try await wait(version)
    defer { leave(version) }
    return try await body()
  }

  private func wait(_ version: Int) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isOwn = state.withLock { state in
          if state.running.insert(version).inserted { return true }
          state.waiters.append(Waiter(number: number, version: version, continuation: continuation))
          return false
        }
        if isOwn { continuation.resume() }
        // `onCancel` did not find a waiter that was registered after the cancellation, so the waiter gives up here.
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  private func giveUp(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  private func leave(_ version: Int) {
    let next: Waiter? = state.withLock { state in
      if let index = state.waiters.firstIndex(where: { $0.version == version }) {
        return state.waiters.remove(at: index)
      }
      state.running.remove(version)
      return nil
    }
    next?.continuation.resume()
  }
}
