internal import ContractHTTP

/// An error for a fixture folder or file that cannot be used.
public struct FixtureError: Error, Hashable, CustomStringConvertible {
  /// The path of the folder or file.
  public let path: String
  /// The fault and its remedy.
  public let description: String

  init(_ path: String, _ reason: String, code: Int32? = nil) {
    self.path = path
    let cause = code.map { ": " + String(errno: $0) } ?? ""
    description = "`\(path)` \(reason)\(cause)"
  }
}
