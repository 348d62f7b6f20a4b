#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// How many connections the process's descriptors are enough for.
enum DescriptorLimit {
  /// Descriptors left to everything else in the process: files, databases, other sockets, the loops themselves.
  private static let reserve = 64

  /// At least one, and half of the descriptors when they are so few that the reserve would take more.
  static var connections: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    guard result == 0, let descriptors = Int(exactly: limit.rlim_cur) else { return .max }
    return max(1, descriptors - reserve, descriptors / 2)
  }
}
