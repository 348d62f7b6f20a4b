/// A curl command that cannot be read as a request. The message contains no part of the command, which may hold
/// secrets, except the names of options.
public struct CurlCommandError: Error, Hashable, CustomStringConvertible {
  /// The error and its remedy.
  public let description: String

  init(_ reason: String) {
    description = "the curl command \(reason)"
  }

  static let expansion = CurlCommandError(
    "has a `$` or a backquote that a shell would expand; write the value itself, or put it in single quotes")

  static let bodyInFile = CurlCommandError("reads the body from a file; pass it with --data-raw")
}
