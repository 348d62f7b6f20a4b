import ContractHTTP

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The resources of the running process.
enum ProcessState {
  /// The number of open descriptors, without the timers that the runtime creates on demand, one per clock.
  static var descriptors: Int {
    // Without the descriptor of the folder that is being read.
    openFiles.count { $0 != "anon_inode:[timerfd]" } - 1
  }

  /// The targets of the descriptors.
  static var openFiles: [String] { FileNames.inFolder("/proc/self/fd").map { link("/proc/self/fd/\($0)") } }

  private static func link(_ path: String) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &text, text.count)
    return String(decoding: text.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The number of open descriptors once it is constant for 100 ms, because released descriptors are closed a little
  /// later.
  static func steadyDescriptors() async -> Int {
    var (count, repetitions) = (descriptors, 0)
    for _ in 0..<2000 where repetitions < 20 {
      try? await Task.sleep(for: .milliseconds(5))
      let now = descriptors
      repetitions = now == count ? repetitions + 1 : 0
      count = now
    }
    return count
  }

  /// The number of open descriptors as soon as it is not above `baseline`, or after ten seconds.
  static func settledDescriptors(to baseline: Int) async -> Int {
    var count = descriptors
    for _ in 0..<2000 where count > baseline {
      try? await Task.sleep(for: .milliseconds(5))
      count = descriptors
    }
    return count
  }

  /// The number of descriptors that the process may have.
  static var maxDescriptors: Int {
    guard let limit = descriptorLimit else { return 256 }
    return Int(exactly: limit.rlim_cur) ?? .max
  }

  /// Raises ``maxDescriptors`` as far as the process may without privileges.
  static func raiseMaxDescriptors() {
    guard var limit = descriptorLimit else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_NOFILE, &limit)
    #endif
  }

  private static var descriptorLimit: rlimit? {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? limit : nil
  }

  /// The time of a clock that is never set.
  static var microseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// The peak of the resident memory in KiB.
  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage.ru_maxrss
  }
}
