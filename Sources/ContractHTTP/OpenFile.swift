internal import CPosix

/// The descriptor of an open file, which is closed when its last user releases it.
package final class OpenFile: Sendable {
  /// The descriptor, which is open as long as this object exists.
  package let descriptor: Int32

  /// Takes ownership of an open descriptor.
  package init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = contract_file_close(descriptor) }

  /// Creates a file without a name in a folder. Its bytes are freed when its last descriptor is closed, even if the process is
  /// killed.
  package convenience init(unnamedIn folder: String) throws(FileError) {
    guard !folder.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(
      owning: try FileError.check(
        contract_file_create_unnamed(folder), "cannot create a temporary file in \(folder)"))
  }

  /// Creates a file at a path that does not exist.
  package convenience init(creating path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(owning: try FileError.check(contract_file_create(path), "cannot create the file \(path)"))
  }

  /// Opens a regular file for reading and writing. A symbolic link is refused.
  package convenience init(updating path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(owning: try FileError.check(contract_file_open_for_writing(path), "cannot open the file \(path)"))
  }

  /// The size of the file in bytes.
  package var size: Int {
    get throws(FileError) {
      var facts = contract_file_facts()
      _ = try FileError.check(contract_file_facts(descriptor, &facts), "cannot read the size of a file")
      return max(0, Int(facts.size))
    }
  }

  /// Returns up to `count` bytes from an offset; fewer at the end of the file.
  package func read(from offset: Int, upTo count: Int) throws(FileError) -> [UInt8] {
    if count <= 0 { return [] }
    var result = 0
    // SAFETY: the call writes at most `buffer.count` bytes and returns their number.
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = contract_file_read(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
      filled = max(0, result)
    }
    _ = try FileError.check(result, "cannot read the file")
    return chunk
  }

  /// Writes all bytes at an offset.
  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    // SAFETY: the call reads the bytes only while it runs, and not beyond their number.
    let result = bytes.withUnsafeBytes { contract_file_write(descriptor, $0.baseAddress, $0.count, Int64(offset)) }
    _ = try FileError.check(result, "cannot write the file")
  }

  /// Removes all bytes after an offset.
  package func truncate(to size: Int) throws(FileError) {
    _ = try FileError.check(contract_file_truncate(descriptor, Int64(size)), "cannot shorten the file")
  }

  /// Waits until all bytes are on the disk.
  package func synchronize() throws(FileError) {
    _ = try FileError.check(contract_file_sync(descriptor), "cannot write the file")
  }

  /// Locks the file, also against other processes, until it is unlocked or closed.
  ///
  /// - Returns: false while the lock is held through another opening of the file.
  package func lock() -> Bool { contract_file_lock(descriptor) >= 0 }

  /// Ends the lock.
  package func unlock() { contract_file_unlock(descriptor) }

  /// The time of the last change in seconds since 1970.
  package var modified: Int {
    var facts = contract_file_facts()
    return contract_file_facts(descriptor, &facts) >= 0 ? Int(facts.modified_seconds) : 0
  }
}
