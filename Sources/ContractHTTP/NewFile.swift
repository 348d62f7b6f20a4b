internal import CPosix

/// A file that appears under its name when it is complete.
///
/// Until then it is a temporary file next to its destination. Releasing an unfinished file removes it.
package final class NewFile: Sendable {
  private struct State {
    var byteCount = 0
    var isFinished = false
  }

  private let path: String
  private let temporary: String
  private let file: OpenFile
  private let state = Lock(State())

  /// Creates the temporary file.
  ///
  /// - Throws: ``FileError`` if the folder of the path does not exist, or cannot be written.
  package init(at path: String) throws(FileError) {
    self.path = path
    temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
    file = try OpenFile(creating: temporary)
  }

  deinit {
    if !state.withLock({ $0.isFinished }) { _ = contract_unlink(temporary) }
  }

  /// The number of bytes written so far.
  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// Writes the next bytes.
  package func append(_ chunk: [UInt8]) throws(FileError) {
    try file.write(chunk, at: byteCount)
    state.withLock { $0.byteCount += chunk.count }
  }

  /// Writes the bytes to the disk and renames the file to its destination, replacing a file with that name.
  ///
  /// - Parameter isSynchronized: false for bytes that need not survive a power failure.
  package func finish(isSynchronized: Bool = true) throws(FileError) {
    // Without `synchronize`, a power failure after the rename could leave the new name without the bytes.
    if isSynchronized { try file.synchronize() }
    _ = try FileError.check(
      contract_file_rename(temporary, path), "cannot rename \(temporary) to \(path)")
    state.withLock { $0.isFinished = true }
  }
}
