#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Clocks that a busy machine does not disturb.
public enum ProcessorTime {
  /// Nanoseconds that this thread has used of the processor.
  public static func ofThread() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Nanoseconds that all threads of this process have used of the processor.
  public static func ofProcess() -> Int { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Nanoseconds on the clock, from an arbitrary start.
  public static func onTheClock() -> Int { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
