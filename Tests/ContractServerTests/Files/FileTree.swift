import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A temporary folder with files, folders and links, removed at the end of its life.
final class FileTree: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/contract-files-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit { Self.remove(path) }

  func path(of name: String) -> String { "\(path)/\(name)" }

  func folder(_ name: String) { mkdir(path(of: name), 0o755) }

  func link(_ name: String, to target: String) { symlink(target, path(of: name)) }

  func pipe(_ name: String) { mkfifo(path(of: name), 0o644) }

  func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) {
    guard let stream = fopen(path(of: name), "w") else { return }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  /// Sets the size of a file, without writing bytes if it grows.
  func resize(_ name: String, to size: Int) { truncate(path(of: name), size) }

  /// Sets the time of the last change in seconds since 1970.
  func touch(_ name: String, at second: Int) {
    let time = timespec(tv_sec: second, tv_nsec: 0)
    utimensat(AT_FDCWD, path(of: name), [time, time], 0)
  }

  /// The number of this process's descriptors for the file.
  func openCount(of name: String) -> Int {
    Self.names(in: "/proc/self/fd").count { Self.target(of: "/proc/self/fd/\($0)") == path(of: name) }
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
