/// A command line that a program does not understand.
public struct UsageError: Error, Hashable, CustomStringConvertible {
  /// One sentence that names the word at fault.
  public let description: String

  /// A command line that is wrong in this way.
  public init(_ description: String) {
    self.description = description
  }
}
