internal import ContractHTTP

/// The base URL of a server: scheme, authority, and the path that precedes the paths of operations.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host, with a port if it is not the default.
  public let authority: String
  /// The path without a trailing slash; empty for the root.
  public let path: String

  /// Parses an absolute URL such as `https://api.example.com/v1`. Nil for any other string, and for a URL with user
  /// information, a query, a fragment, or characters outside of ASCII.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let lowercase = text.lowercased()
    guard let scheme = ["http", "https"].first(where: { lowercase.utf8.starts(with: "\($0)://".utf8) }) else {
      return nil
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count + 3)
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    guard slash > rest.startIndex, !rest.contains(where: { "?#@\\\"<>^`{|}".utf8.contains($0) }) else { return nil }
    self.scheme = scheme
    authority = String(Substring(rest[..<slash]))
    var path = Substring(rest[slash...])
    while path.utf8.last == UInt8(ascii: "/") { path = Substring(path.utf8.dropLast()) }
    self.path = String(path)
  }

  /// The URL.
  public var description: String { "\(scheme)://\(authority)\(path)" }
}
