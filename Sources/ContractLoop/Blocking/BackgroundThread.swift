internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A detached thread.
enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs `body` on a new thread, which ends with it.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // SAFETY: the thread takes over this reference; if none was created, it is released here.
    let context = Unmanaged.passRetained(Body(body))
    var handle = pthread_t()
    let error = contract_thread_start(&handle, name, entry, context.toOpaque())
    if error != 0 {
      context.release()
      throw SystemError(error, "pthread_create", on: name)
    }
    pthread_detach(handle)
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}
