internal import CPosix

// `withLock` is inlinable, because code that does not know the two types asks for them at run time and copies through
// memory.

/// State that several threads share, reachable only while a mutex is held.
///
/// Keep the closures short: no callbacks, no continuation resumes and no waiting inside them.
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
  // SAFETY: without run-time checks of exclusive access, which the mutex gives already.
  @usableFromInline @exclusivity(unchecked) var state: State

  /// Creates a lock that guards `state`.
  public init(_ state: sending State) {
    self.mutex = contract_mutex_create()
    self.state = state
  }

  deinit {
    contract_mutex_destroy(mutex)
  }

  /// Runs `body` with exclusive access to the state and returns what it returns.
  ///
  /// - Throws: whatever `body` throws.
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
