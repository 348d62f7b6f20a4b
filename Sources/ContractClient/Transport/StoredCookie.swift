internal import ContractHTTP
internal import ContractLoop

/// A cookie stored by a transport. Descriptions do not show its value.
public struct StoredCookie: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value as sent.
  public var value: String
  /// The host that receives the cookie, in lowercase and without a leading dot.
  public var domain: String
  /// Whether subdomains of ``domain`` also receive the cookie.
  public var includesSubdomains: Bool
  /// The prefix of the paths that receive the cookie.
  public var path: String
  /// Whether the cookie is sent only over TLS.
  public var isSecure: Bool
  /// Whether the server hides the cookie from scripts; this client ignores the flag.
  public var isHTTPOnly: Bool
  /// The expiration in seconds since 1970; nil for a session cookie. Storing an expired cookie removes the stored one
  /// with the same name, domain and path.
  public var expiry: Int?

  /// Creates a cookie.
  public init(
    _ name: String, _ value: String, domain: String, includesSubdomains: Bool = false, path: String = "/",
    isSecure: Bool = false, isHTTPOnly: Bool = false, expiry: Int? = nil
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.includesSubdomains = includesSubdomains
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.expiry = expiry
  }
}

extension StoredCookie {
  private static let httpOnlyMark = "#HttpOnly_"

  /// Parses a line of a cookie file: domain, subdomains, path, secure, expiry, name and value, separated by tabs.
  init?(line: String) {
    let marked = line.rest(afterBytes: Self.httpOnlyMark)
    let parts = (marked ?? line[...]).split(atByte: "\t", keepsEmpty: true).map(String.init)
    guard parts.count >= 6, let expiry = Int(parts[4]) else { return nil }
    let domain = parts[0].rest(afterBytes: ".").map(String.init) ?? parts[0]
    self.init(
      parts[5], parts.dropFirst(6).joined(separator: "\t"), domain: domain, includesSubdomains: parts[1] == "TRUE",
      path: parts[2], isSecure: parts[3] == "TRUE", isHTTPOnly: marked != nil, expiry: expiry == 0 ? nil : expiry)
  }

  /// The line of a cookie file; nil if a value contains invalid characters.
  var line: String? {
    let texts = [name, value, domain, path]
    guard !name.isEmpty, !domain.isEmpty, path.starts(withByte: "/"),
      texts.allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3B } })
    else { return nil }
    let host = includesSubdomains ? ".\(domain)" : domain
    // In a cookie file, 0 means a session cookie, and libcurl drops lines with a negative number.
    let expiry = expiry.map { max(1, $0) } ?? 0
    return [
      (isHTTPOnly ? Self.httpOnlyMark : "") + host, includesSubdomains ? "TRUE" : "FALSE", path,
      isSecure ? "TRUE" : "FALSE", "\(expiry)", name, value,
    ].joined(separator: "\t")
  }
}

extension StoredCookie {
  /// Whether a jar has room for only one of two cookies. Depending on its version, libcurl removes the last slash of a
  /// path.
  fileprivate func hasIdentity(of other: StoredCookie) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && domain.lowercasedASCII == other.domain.lowercasedASCII
      && includesSubdomains == other.includesSubdomains
      && Self.withoutLastSlash(path).elementsEqual(Self.withoutLastSlash(other.path))
  }

  private static func withoutLastSlash(_ path: String) -> Substring.UTF8View {
    path.ends(withBytes: "/") ? path.utf8.dropLast() : path.utf8[...]
  }
}

extension StoredCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name, domain and path.
  public var description: String { "\(name)=<redacted> for \(domain)\(path)" }

  /// The name, domain and path.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CurlTransport {
  /// The stored cookies that have not expired, in no particular order; empty with ``Cookies/off``.
  public var storedCookies: [StoredCookie] {
    guard let jar = cookieJar else { return [] }
    // libcurl removes expired cookies only when it next uses the jar.
    let now = Int(TimeSource.system.unixSeconds)
    return jar.lines.compactMap(StoredCookie.init(line:)).filter { $0.expiry ?? .max > now }
  }

  /// Stores a cookie, replacing one with the same name, domain and path.
  ///
  /// - Returns: Whether the cookie is stored. For an expired cookie, whether none with its name, domain and path is stored.
  ///   False with ``Cookies/off``; if the cookie contains spaces, semicolons, control characters or non-ASCII characters;
  ///   and if libcurl drops the cookie, for example because it does not meet the conditions of its prefix `__Host-` or
  ///   `__Secure-`.
  @discardableResult
  public func store(_ cookie: StoredCookie) -> Bool {
    // The line has the domain as libcurl stores it.
    guard let jar = cookieJar, let line = cookie.line, let sent = StoredCookie(line: line) else { return false }
    let isExpired = cookie.expiry ?? .max <= Int(TimeSource.system.unixSeconds)
    jar.change(line)
    // libcurl does not report whether it stores a cookie.
    let stored = storedCookies.first { $0.hasIdentity(of: sent) }
    return isExpired ? stored == nil : stored?.value == sent.value
  }

  /// Removes all cookies.
  public func removeCookies() {
    cookieJar?.change("ALL")
  }

  /// Writes the cookies to their file, if there is one. They are also written when the transport is deallocated.
  ///
  /// - Returns: False if the file cannot be written.
  @discardableResult
  public func saveCookies() -> Bool {
    cookieJar?.save() ?? true
  }
}
