public import Contract

/// A refusal by the server. A client catches the value that the service throws.
@APIError
public enum IssueError: Hashable {
  /// The repository has no issue with this number.
  @Status(404) case notFound(number: Int)
  /// The issue has no attached file with this name.
  @Status(404) case noFile(name: String)
  /// A closed issue cannot be changed before it is opened again.
  @Status(409) case closed(number: Int)
}
