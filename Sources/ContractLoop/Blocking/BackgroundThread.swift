internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread that nobody joins.
enum BackgroundThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs `body` on a thread of its own, which ends with it.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // SAFETY: the thread takes this reference over; where there is none, it is released here.
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
