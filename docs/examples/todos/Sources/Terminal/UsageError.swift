/// An invalid command line.
public struct UsageError: Error, Hashable, CustomStringConvertible {
  /// One sentence that names the word at fault.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
