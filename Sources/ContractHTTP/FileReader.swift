internal import CPosix

/// A reader of a part of an open regular file, which closes the file when it is released.
///
/// It reads in chunks, or lets an engine pass the file from the kernel to a socket. Both continue at the same position. It
/// has one user at a time, as a stream has one reader.
package final class FileReader: Sendable {
  /// The maximum number of bytes of one read.
  package static let chunkBytes = 64 << 10

  /// The open file. It belongs to the reader and to those that ``part(_:)`` returns.
  private let file: OpenFile
  /// The offset of the first byte in the file.
  private let start: Int
  /// The number of bytes.
  package let length: Int
  private let done = Lock(0)

  /// Takes ownership of an open descriptor.
  package convenience init(owning descriptor: Int32, length: Int) {
    self.init(OpenFile(descriptor), 0, length)
  }

  private init(_ file: OpenFile, _ start: Int, _ length: Int) {
    self.file = file
    self.start = start
    self.length = length
  }

  /// Returns a reader of a part of the same file.
  package func part(_ range: Range<Int>) -> FileReader {
    FileReader(file, start + range.lowerBound, range.count)
  }

  /// The descriptor of the file, which is open as long as the reader exists.
  package var descriptor: Int32 { file.descriptor }
  /// The offset in the file at which the reader continues.
  package var offset: Int { start + position }
  /// The number of bytes that were read or sent.
  package var position: Int { done.withLock { $0 } }
  /// The number of bytes that remain.
  package var remaining: Int { length - position }

  /// Notes that an engine has sent the next bytes of the file.
  package func advance(by count: Int) { done.withLock { $0 += count } }

  /// Returns the next chunk; nil at the end, or if the file has become shorter.
  ///
  /// - Throws: ``FileReadError``
  package func next() throws(FileReadError) -> [UInt8]? {
    let chunk = try read(from: offset, upTo: min(remaining, Self.chunkBytes))
    advance(by: chunk.count)
    return chunk.isEmpty ? nil : chunk
  }

  /// Returns everything that remains; less if the file has become shorter.
  ///
  /// - Throws: ``FileReadError``
  package func rest() throws(FileReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try next() { bytes += chunk }
    return bytes
  }

  private func read(from offset: Int, upTo count: Int) throws(FileReadError) -> [UInt8] {
    if count <= 0 { return [] }
    var problem = 0
    // SAFETY: the call writes at most `buffer.count` bytes and returns their number.
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let result = contract_file_read(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
      filled = max(0, result)
      problem = min(0, result)
    }
    if problem < 0 { throw FileReadError(code: Int32(truncatingIfNeeded: -problem)) }
    return chunk
  }
}

/// A descriptor that is closed when its last user releases it.
private final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = contract_file_close(descriptor) }
}

/// An error in reading an open file.
package struct FileReadError: Error, CustomStringConvertible {
  /// The errno of the call.
  package let code: Int32

  package var description: String { "reading an open file failed (errno \(code))" }
}

extension ByteStream {
  /// Creates a stream of the bytes of a reader.
  ///
  /// - Parameter mediaType: the media type of the bytes; nil for that of the contract.
  package init(_ file: FileReader, mediaType: MediaType? = nil) {
    self.init(length: file.length, mediaType: mediaType, file: file) { try file.next() }
  }
}
