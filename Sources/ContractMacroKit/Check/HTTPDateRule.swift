import SwiftSyntax

/// A rule: a date in a header that HTTP defines has the format of HTTP (RFC 9110 §5.6.7).
enum HTTPDateRule {
  private static let headers: Set<String> = [
    "date", "expires", "if-modified-since", "if-unmodified-since", "last-modified", "retry-after", "sunset",
  ]

  /// Returns the error of a `Date` in such a header, which would be written in RFC 3339.
  static func finding(_ type: TypeModel?, in header: String, at node: some SyntaxProtocol) -> Finding? {
    guard let type, headers.contains(header.lowercased()), type.unwrappedSyntax.baseName == "Date" else { return nil }
    return Finding(
      "http-date", at: node,
      "'\(header)' is a date in the format of HTTP, and a 'Date' is written in RFC 3339; write 'HTTPDate' instead.")
  }
}
