import ContractHTTP

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The current resources of this process, as counted by the kernel.
struct ProcessResources: CustomStringConvertible {
  var descriptors: Int
  var threads: Int
  var residentBytes: Int

  static var now: ProcessResources {
    ProcessResources(
      // The count excludes the descriptor of the folder being read, and the timers that the runtime creates on demand,
      // one per clock.
      descriptors: entries(of: "/proc/self/fd", but: "anon_inode:[timerfd]") - 1,
      threads: entries(of: "/proc/self/task"),
      residentBytes: residentPages * Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads, \(residentBytes >> 10) KiB" }

  /// Polls until the descriptors and threads are at most those of `baseline`, because the kernel closes them
  /// asynchronously.
  static func settled(to baseline: ProcessResources) async -> ProcessResources {
    var now = ProcessResources.now
    for _ in 0..<2000 where now.descriptors > baseline.descriptors || now.threads > baseline.threads {
      try? await Task.sleep(for: .milliseconds(5))
      now = .now
    }
    return now
  }

  /// True under AddressSanitizer, which keeps freed memory.
  static var keepsFreedMemory: Bool { dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil }

  /// Returns the number of entries of a folder, without links to `target`.
  private static func entries(of path: String, but target: String? = nil) -> Int {
    FileNames.inFolder(path).count { target == nil || link("\(path)/\($0)") != target }
  }

  private static func link(_ path: String) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &text, text.count)
    return String(decoding: text.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static var residentPages: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return -1 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    guard fgets(&text, 256, file) != nil else { return -1 }
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return Int(line.split(separator: " ")[1]) ?? -1
  }
}
