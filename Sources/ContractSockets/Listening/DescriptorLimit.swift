#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The number of connections that the process's descriptors allow.
enum DescriptorLimit {
  /// The number of descriptors reserved for files, databases, other sockets and the loops.
  private static let reserve = 64

  /// The number of connections: at least one, and at least half of the descriptors.
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
