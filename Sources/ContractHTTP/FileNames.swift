internal import CPosix

/// The names of files: listing, renaming and removing.
package enum FileNames {
  /// Returns the names in a folder, in no order; empty if it cannot be read.
  package static func inFolder(_ path: String) -> [String] {
    guard !path.utf8.contains(0), let folder = contract_folder_open(path) else { return [] }
    defer { contract_folder_close(folder) }
    var names: [String] = []
    // SAFETY: the name ends in NUL, and is copied before the next call.
    while let name = contract_folder_next(folder) { names.append(String(cString: name)) }
    return names
  }

  /// Removes a file. A missing one is not an error.
  package static func remove(_ path: String) { _ = contract_unlink(path) }

  /// Renames a file within its file system, replacing a file with that name.
  package static func rename(_ path: String, to other: String) throws(FileError) {
    guard !path.utf8.contains(0), !other.utf8.contains(0) else { throw FileError("the file path contains NUL", nil) }
    _ = try FileError.check(contract_file_rename(path, other), "cannot rename \(path) to \(other)")
  }

  /// Returns true if a regular file or another entry has this path.
  package static func exists(_ path: String) -> Bool {
    let opened = contract_file_open(path)
    if opened >= 0 { _ = contract_file_close(opened) }
    return opened >= 0
  }
}
