internal import CPosix

/// An error from reading or writing a file.
public struct FileError: Error, Hashable, CustomStringConvertible {
  /// The errno of the failed call; nil if no call failed, for example because the path is not a regular file.
  public let code: Int32?

  /// A message such as `cannot open the file notes.txt: No such file or directory`.
  public let description: String

  package init(_ message: String, _ code: Int32?) {
    self.code = code
    description = code.map { "\(message): \(String(errno: $0))" } ?? message
  }

  /// True if there is no file at the path.
  public var isMissing: Bool { code == contract_file_missing || code == contract_file_no_folder }

  /// True if the file system or the user's quota has no space for more bytes.
  public var isFull: Bool { code == contract_file_no_space || code == contract_file_no_quota }
}

extension FileError {
  /// Returns the result of a `CPosix` call. Throws the error if the result is a negated errno.
  package static func check<Result: SignedInteger>(
    _ result: Result, _ message: @autoclosure () -> String
  ) throws(FileError) -> Result {
    if result >= 0 { return result }
    throw FileError(message(), Int32(truncatingIfNeeded: -result))
  }
}
