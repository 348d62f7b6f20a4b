internal import CPosix

/// A reader of a part of an open regular file. Releasing the last reader of a file closes the file.
///
/// The file is read in chunks, or an engine passes it from the kernel to a socket. Both continue at the reader's position. A
/// reader has one user at a time, as a stream has one reader.
package final class FileReader: Sendable {
  /// The maximum number of bytes of one read.
  package static let chunkBytes = 64 << 10

  /// The open file. It belongs to this reader and to the readers that ``part(_:)`` returns.
  private let file: OpenFile
  /// The offset of the first byte in the file.
  private let start: Int
  /// The number of bytes.
  package let length: Int
  private let done = Lock(0)

  /// Takes ownership of an open descriptor.
  package convenience init(owning descriptor: Int32, length: Int) {
    self.init(OpenFile(owning: descriptor), 0, length)
  }

  /// Opens a regular file. The length is its current size.
  ///
  /// - Throws: ``FileError`` if there is no such regular file, or if it cannot be read.
  package convenience init(path: String) throws(FileError) {
    // The system would open the path up to the NUL.
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    let file = OpenFile(owning: try FileError.check(contract_file_open(path), "cannot open the file \(path)"))
    var facts = contract_file_facts()
    _ = try FileError.check(
      contract_file_facts(file.descriptor, &facts), "cannot read the size of the file \(path)")
    guard facts.kind == CONTRACT_FILE_REGULAR else { throw FileError("\(path) is not a regular file", nil) }
    self.init(file, 0, max(0, Int(facts.size)))
  }

  package init(_ file: OpenFile, _ start: Int, _ length: Int) {
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
  /// - Throws: ``FileError``
  package func next() throws(FileError) -> [UInt8]? {
    let chunk = try file.read(from: offset, upTo: min(remaining, Self.chunkBytes))
    advance(by: chunk.count)
    return chunk.isEmpty ? nil : chunk
  }

  /// Returns everything that remains; less if the file has become shorter.
  ///
  /// - Throws: ``FileError``
  package func rest() throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try next() { bytes += chunk }
    return bytes
  }
}
