/// A text is no command for curl that can be read as a request. The message does not repeat what is in the command, which
/// may be secret, but for the names of options.
public struct CurlCommandError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it, and what to do.
  public let description: String

  init(_ reason: String) {
    description = "the cURL command \(reason)"
  }

  static let expansion = CurlCommandError(
    "has a `$` or a backquote, which a shell would expand; put the value itself in its place, or in single quotes")
}
