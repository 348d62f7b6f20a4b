internal import BenchmarkTodos
internal import Contract

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Samples {
  /// Writes the transferred JSON to files, for servers and clients that are not written in Swift.
  static func write(into folder: String) throws {
    try write(JSONWriter.bytes(of: todos), to: folder + "/list.json")
    try write(JSONWriter.bytes(of: newTodo), to: folder + "/new.json")
    try write(JSONWriter.bytes(of: createdTodo), to: folder + "/created.json")
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else { throw UnwritableFile(path: path) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw UnwritableFile(path: path) }
  }
}

/// A file that could not be written.
private struct UnwritableFile: Error, CustomStringConvertible {
  var path: String
  var description: String { "cannot write \(path)" }
}
