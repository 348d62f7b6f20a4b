#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder of fixtures, or a file in it, cannot be used.
public struct FixtureError: Error, Hashable, CustomStringConvertible {
  /// The folder or the file.
  public let path: String
  /// What is wrong with it, and what to do.
  public let description: String

  init(_ path: String, _ reason: String, code: Int32? = nil) {
    self.path = path
    let cause = code.map { ": " + String(cString: strerror($0)) } ?? ""
    description = "`\(path)` \(reason)\(cause)"
  }
}
