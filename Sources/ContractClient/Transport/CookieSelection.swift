internal import Contract

/// Which kept cookies a request gets (RFC 6265 §5.4), where libcurl does not write it: pure.
struct CookieSelection {
  let host: String
  let path: String
  /// True over TLS, and for loopback addresses, as libcurl has it.
  let isSecure: Bool
  /// Seconds since 1970.
  let now: Int

  /// The pairs that travel, those for longer paths first; nil without any.
  func text(of cookies: [StoredCookie]) -> String? {
    let chosen = cookies.filter(matches).enumerated().sorted { left, right in
      let (a, b) = (left.element.path.utf8.count, right.element.path.utf8.count)
      return a == b ? left.offset < right.offset : a > b
    }
    return chosen.isEmpty ? nil : chosen.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
  }

  private func matches(_ cookie: StoredCookie) -> Bool {
    if cookie.isSecure, !isSecure { return false }
    if let expiry = cookie.expiry, expiry <= now { return false }
    return matches(domain: cookie.domain.lowercased(), andBelow: cookie.includesSubdomains)
      && matches(path: cookie.path)
  }

  /// RFC 6265 §5.1.3; addresses have nothing below them.
  private func matches(domain: String, andBelow: Bool) -> Bool {
    if host == domain { return true }
    let isAddress = host.starts(withByte: "[") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return andBelow && !isAddress && host.ends(withBytes: ".\(domain)")
  }

  /// RFC 6265 §5.1.4.
  private func matches(path prefix: String) -> Bool {
    guard let rest = path.rest(behindBytes: prefix) else { return false }
    return rest.isEmpty || prefix.ends(withBytes: "/") || rest.starts(withByte: "/")
  }
}
