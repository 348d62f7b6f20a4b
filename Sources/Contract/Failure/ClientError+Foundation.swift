public import FoundationEssentials

extension ClientError: LocalizedError {
  /// The description, for programs that show `localizedDescription`.
  public var errorDescription: String? { description }
}
