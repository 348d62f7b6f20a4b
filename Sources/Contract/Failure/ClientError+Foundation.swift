public import FoundationEssentials

extension ClientError: LocalizedError {
  /// The same as the description: for programs that show `localizedDescription`.
  public var errorDescription: String? { description }
}
