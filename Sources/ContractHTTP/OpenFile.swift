internal import CPosix

/// The descriptor of an open file, which is closed when its last user releases it.
package final class OpenFile: Sendable {
  /// The maximum size in bytes of a removed file that is closed on the thread of its last user.
  private static let maxBytesFreed = 4 << 20

  /// The descriptor, which is open as long as this object exists.
  package let descriptor: Int32
  /// True for a file of this process, which it may remove while the file is open.
  private let isWritable: Bool

  /// Takes ownership of a descriptor that is open for reading.
  package init(owning descriptor: Int32) {
    self.descriptor = descriptor
    isWritable = false
  }

  private init(writing descriptor: Int32) {
    self.descriptor = descriptor
    isWritable = true
  }

  deinit {
    guard freesManyBytes else {
      _ = contract_file_close(descriptor)
      return
    }
    let descriptor = descriptor
    FileWork.detached { _ = contract_file_close(descriptor) }
  }

  /// True if closing the file may take so long that a loop must not wait: the file has no name, so its bytes are freed.
  package var freesManyBytes: Bool {
    var facts = contract_file_facts()
    return isWritable && contract_file_facts(descriptor, &facts) >= 0 && facts.links == 0
      && facts.size > Self.maxBytesFreed
  }

  /// Creates a file without a name in a folder. Its bytes are freed when its last descriptor is closed, even if the process is
  /// killed.
  package convenience init(unnamedIn folder: String) throws(FileError) {
    guard !folder.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(
      writing: try FileError.check(
        contract_file_create_unnamed(folder), "cannot create a temporary file in \(folder)"))
  }

  /// Creates a file at a path that does not exist.
  package convenience init(creating path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(writing: try FileError.check(contract_file_create(path), "cannot create the file \(path)"))
  }

  /// Opens a regular file for reading and writing. A symbolic link is refused.
  package convenience init(updating path: String) throws(FileError) {
    guard !path.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    self.init(writing: try FileError.check(contract_file_open_for_writing(path), "cannot open the file \(path)"))
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
