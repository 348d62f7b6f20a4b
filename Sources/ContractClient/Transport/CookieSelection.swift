internal import Contract
internal import ContractHTTP

/// The selection of stored cookies for a request that libcurl does not send itself (RFC 6265 §5.4).
struct CookieSelection {
  /// The host as in the domain of a stored cookie: an IPv6 address without brackets.
  private let host: String
  private let path: String
  private let isSecure: Bool
  private let now: Int

  /// - Parameters:
  ///   - host: The host of the URL in lowercase.
  ///   - isSecure: True over TLS and for loopback addresses, as in libcurl.
  ///   - now: The current time in seconds since 1970.
  init(host: String, path: String, isSecure: Bool, now: Int) {
    self.host = host.starts(withByte: "[") ? String(host.dropFirst().dropLast()) : host
    self.path = path
    self.isSecure = isSecure
    self.now = now
  }

  /// Returns the value of the `Cookie` header, with longer paths first; nil for no cookies.
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
    return matches(domain: cookie.domain.lowercasedASCII, andBelow: cookie.includesSubdomains)
      && matches(path: cookie.path)
  }

  /// Matches a domain (RFC 6265 §5.1.3). Addresses have no subdomains.
  private func matches(domain: String, andBelow: Bool) -> Bool {
    if host == domain { return true }
    let isAddress = host.contains(byte: ":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return andBelow && !isAddress && host.ends(withBytes: ".\(domain)")
  }

  /// Matches a path (RFC 6265 §5.1.4).
  private func matches(path prefix: String) -> Bool {
    guard let rest = path.rest(afterBytes: prefix) else { return false }
    return rest.isEmpty || prefix.ends(withBytes: "/") || rest.starts(withByte: "/")
  }
}
