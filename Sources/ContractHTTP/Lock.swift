internal import CPosix

// `withLock` is inlinable: code that does not know the two types would look up their metadata at run time and copy
// values through memory.

/// State shared between threads and protected by a mutex.
///
/// Keep the closures short. Do not wait, resume continuations or call callbacks in them.
///
/// ```swift
/// let hits = Lock(0)
/// hits.withLock { $0 += 1 }
/// ```
public final class Lock<State>:
  // SAFETY: `state` is only touched between lock and unlock of `mutex`, at a fixed heap address until deinit.
  @unchecked Sendable
{
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // SAFETY: the mutex ensures exclusive access, so the run-time checks are disabled.
  @usableFromInline @exclusivity(unchecked) var state: State

  /// Creates a lock that protects `state`.
  public init(_ state: sending State) {
    self.mutex = contract_mutex_create()
    self.state = state
  }

  deinit {
    contract_mutex_destroy(mutex)
  }

  /// Calls `body` with exclusive access to the state and returns its result.
  ///
  /// - Throws: any error that `body` throws.
  @inlinable public func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock()
    defer { unlock() }
    return try body(&state)
  }

  @usableFromInline func lock() { contract_mutex_lock(mutex) }

  @usableFromInline func unlock() { contract_mutex_unlock(mutex) }
}
