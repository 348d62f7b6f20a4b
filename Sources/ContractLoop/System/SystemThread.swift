internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread, to be joined or detached once.
package struct SystemThread: Hashable, Sendable {
  private let handle: pthread_t

  private init(_ handle: pthread_t) {
    self.handle = handle
  }

  /// The calling thread.
  package static var current: SystemThread { SystemThread(pthread_self()) }

  /// Runs `body` on a new thread, which ends with it.
  package init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // SAFETY: the thread becomes the owner of this reference; if no thread was created, it is released here.
    let context = Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let error = contract_thread_start(&handle, name, Self.entry, context.toOpaque())
    if error != 0 {
      context.release()
      throw SystemError(error, "pthread_create", on: name)
    }
    self.init(handle)
  }

  /// Runs `body` on a new detached thread.
  ///
  /// The thread is created detached: `pthread_detach` of a thread that is just ending reads freed memory in glibc before 2.37.
  package static func runDetached(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // SAFETY: as in `init`.
    let context = Unmanaged.passRetained(Body(body))
    let error = contract_thread_start(nil, name, Self.entry, context.toOpaque())
    if error != 0 {
      context.release()
      throw SystemError(error, "pthread_create", on: name)
    }
  }

  package func join() { pthread_join(handle, nil) }

  package func detach() { pthread_detach(handle) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    // SAFETY: `context` is the reference that the creator of the thread passed.
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}
