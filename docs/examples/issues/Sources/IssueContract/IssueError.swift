public import Contract

/// What the server refuses. A client catches the value that the service throws.
@APIError
public enum IssueError: Hashable {
  /// The repository has no issue with this number.
  @Status(404) case notFound(number: Int)
  /// A closed issue cannot be changed before it is opened again.
  @Status(409) case closed(number: Int)
}
