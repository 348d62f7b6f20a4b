import Glibc

/// A temporary folder of a test.
final class ScratchFolder: Sendable {
  let path: String

  init() {
    path = "/tmp/contract-download-\(UInt64.random(in: .min ... .max))"
    mkdir(path, 0o700)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The names of the files in it, in order.
  var names: [String] {
    var found: [String] = []
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found.sorted()
  }

  func write(_ text: String, to name: String) {
    let file = fopen("\(path)/\(name)", "w")!
    fputs(text, file)
    fclose(file)
  }

  func text(of name: String) -> String? {
    guard let file = fopen("\(path)/\(name)", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
