internal import Contract
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension DraftBody {
  /// Creates a draft of the bytes of a file.
  init(file path: String, _ mediaType: MediaType?) {
    make = { _ in
      let length = try FileReader(path).length
      let stream = ByteStream(
        length: length,
        replaying: {
          let reader = Lock<FileReader?>(nil)
          return {
            try reader.withLock { reader in
              let opened = try reader ?? FileReader(path)
              reader = opened
              return try opened.next()
            }
          }
        })
      return (.stream(stream), mediaType)
    }
  }
}

/// A reader of a file in chunks, for one task at a time.
final class FileReader {
  private static let chunkBytes = 64 * 1024

  private let descriptor: Descriptor

  init(_ path: String) throws(FileError) {
    // The system would open the path up to the NUL.
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    // Opening a pipe would block the thread.
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileError("cannot open the file \(path)", errno) }
    descriptor = Descriptor(owning: opened)
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("\(path) is not a regular file", nil)
    }
  }

  /// The current size of the file in bytes.
  var length: Int {
    get throws(FileError) {
      var status = stat()
      guard fstat(descriptor.raw, &status) == 0 else { throw FileError("cannot read the size of the file", errno) }
      return Int(status.st_size)
    }
  }

  /// Returns the next chunk; nil at the end.
  func next() throws(FileError) -> [UInt8]? {
    var problem: Int32 = 0
    // SAFETY: `read` writes at most `buffer.count` bytes and returns their number.
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { buffer, count in
      var result = read(descriptor.raw, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR { result = read(descriptor.raw, buffer.baseAddress, buffer.count) }
      if result < 0 { problem = errno }
      count = max(0, result)
    }
    guard problem == 0 else { throw FileError("cannot read the file", problem) }
    return chunk.isEmpty ? nil : chunk
  }
}

/// An error in reading or writing a file.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ number: Int32?) {
    description = number.map { "\(what): \(SystemError.text(of: $0))" } ?? what
  }
}
