#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open descriptor that is read to its end: of a file, a pipe or the standard input.
struct InputDescriptor: Sendable {
  /// The descriptor of the process's input.
  static let standard = InputDescriptor(number: STDIN_FILENO)

  let number: Int32

  /// Whether the descriptor is of a regular file, whose size is limited by its file system. Other inputs may be endless.
  var isRegularFile: Bool {
    var facts = stat()
    return fstat(number, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the next bytes; empty at the end.
  ///
  /// - Throws: ``InputError``.
  func chunk() throws(InputError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(number, &chunk, chunk.count)
      if count >= 0 { return Array(chunk[..<count]) }
      if errno != EINTR { throw InputError(code: errno) }
    }
  }

  /// Returns all bytes until the end; nil if there are more than `limit`.
  ///
  /// - Throws: ``InputError``.
  func bytes(upTo limit: Int) throws(InputError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while case let chunk = try chunk(), !chunk.isEmpty {
      guard chunk.count <= limit - bytes.count else { return nil }
      bytes += chunk
    }
    return bytes
  }
}

/// A failed read.
struct InputError: Error, Equatable {
  /// The errno of the read.
  let code: Int32
}
