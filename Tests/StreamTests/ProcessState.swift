#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The resources of the running process.
enum ProcessState {
  /// The number of open descriptors.
  static var descriptors: Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without `.`, `..` and the folder.
    return count - 3
  }

  /// The number of descriptors that the process may have.
  static var maxDescriptors: Int { descriptorLimit.map { Int(exactly: $0.rlim_cur) ?? .max } ?? 256 }

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

  /// The time of a clock that nobody sets.
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
