#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A temporary folder of a test, removed with its contents when it is released.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/contract-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    for name in files { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of its contents.
  var files: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func write(_ text: String, to name: String) {
    guard let stream = fopen(file(name), "w") else { return }
    fputs(text, stream)
    fclose(stream)
  }

  func mode(of name: String) -> UInt32? {
    var status = stat()
    return lstat(file(name), &status) == 0 ? UInt32(status.st_mode & 0o777) : nil
  }
}
