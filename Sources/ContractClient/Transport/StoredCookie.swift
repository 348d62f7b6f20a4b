/// A cookie as a transport keeps it. No description shows its value.
public struct StoredCookie: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value as it travels.
  public var value: String
  /// The host that it is sent to, in lower case and without a leading dot.
  public var domain: String
  /// Whether hosts below ``domain`` get it too.
  public var includesSubdomains: Bool
  /// Where paths have to begin.
  public var path: String
  /// Whether it travels over TLS alone.
  public var isSecure: Bool
  /// Whether its server wants it hidden from scripts, which has no meaning here.
  public var isHTTPOnly: Bool
  /// When it ends, in seconds since 1970; nil for one that ends with the session.
  public var expiry: Int?

  /// A cookie for one host.
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

  /// Reads a line of a cookie file: domain, subdomains, path, secure, expiry, name and value between tabs.
  init?(line: String) {
    let marked = line.rest(behindBytes: Self.httpOnlyMark)
    let parts = (marked ?? line[...]).split(atByte: "\t", keepsEmpty: true).map(String.init)
    guard parts.count >= 6, let expiry = Int(parts[4]) else { return nil }
    let domain = parts[0].rest(behindBytes: ".").map(String.init) ?? parts[0]
    self.init(
      parts[5], parts.dropFirst(6).joined(separator: "\t"), domain: domain, includesSubdomains: parts[1] == "TRUE",
      path: parts[2], isSecure: parts[3] == "TRUE", isHTTPOnly: marked != nil, expiry: expiry == 0 ? nil : expiry)
  }

  /// The line of a cookie file, or nil when the texts cannot stand in one.
  var line: String? {
    let texts = [name, value, domain, path]
    guard !name.isEmpty, !domain.isEmpty, path.starts(withByte: "/"),
      texts.allSatisfy({ $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3B } })
    else { return nil }
    let host = includesSubdomains ? ".\(domain)" : domain
    return [
      (isHTTPOnly ? Self.httpOnlyMark : "") + host, includesSubdomains ? "TRUE" : "FALSE", path,
      isSecure ? "TRUE" : "FALSE", "\(expiry ?? 0)", name, value,
    ].joined(separator: "\t")
  }
}

extension StoredCookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Name, domain and path.
  public var description: String { "\(name)=<redacted> for \(domain)\(path)" }

  /// Name, domain and path.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CurlTransport {
  /// The cookies that are kept, in no particular order; none with ``Cookies/off``.
  public var storedCookies: [StoredCookie] {
    cookieJar.map { $0.lines.compactMap(StoredCookie.init(line:)) } ?? []
  }

  /// Keeps a cookie, in place of one with the same name, domain and path.
  ///
  /// - Returns: false when cookies are ``Cookies/off``, or a text has characters that a cookie cannot have: spaces,
  ///   semicolons, control characters, and those above ASCII.
  @discardableResult
  public func store(_ cookie: StoredCookie) -> Bool {
    guard let jar = cookieJar, let line = cookie.line else { return false }
    jar.change(line)
    return true
  }

  /// Forgets all cookies.
  public func removeCookies() {
    cookieJar?.change("ALL")
  }

  /// Writes the cookies to their file, if they have one; the end of the transport does so too.
  ///
  /// - Returns: false when the file cannot be written.
  @discardableResult
  public func saveCookies() -> Bool {
    cookieJar?.save() ?? true
  }
}
