internal import Contract

/// A marker for operations whose paths end with a secret, such as the URL of an upload. Access logs omit it.
struct SecretLastSegment: Sendable {
  /// Returns the path with `*` instead of its last segment.
  static func masked(_ path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] + "*" } ?? "*"
  }
}

extension Exchange {
  /// The path for logs; nil for a malformed request.
  var loggedPath: String? {
    guard let path = head?.path, operation?[SecretLastSegment.self] != nil else { return head?.path }
    return SecretLastSegment.masked(path)
  }
}
