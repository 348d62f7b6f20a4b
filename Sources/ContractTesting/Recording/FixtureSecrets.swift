internal import ContractClient

/// The secrets found in exchanges, kept to remove them wherever a server repeats them.
struct FixtureSecrets: Sendable {
  private(set) var texts: Set<String> = []

  /// The minimum length of a secret in bytes. Shorter strings would match by chance.
  static let minLength = 6
  /// Authentication schemes, which precede credentials in headers of any name.
  private static let schemes: Set<String> = ["bearer", "digest"]
  /// Parameters of authentication schemes that are not secret.
  private static let plainParameters: Set<String> = [
    "algorithm", "charset", "headers", "nc", "qop", "realm", "signedheaders", "stale", "uri", "userhash",
  ]

  /// Creates an empty set.
  init() {}

  /// Collects the values of masked headers and the masked parts of URLs in the target and in headers.
  ///
  /// - Parameters:
  ///   - response: The response; nil to collect only the secrets of the request.
  ///   - now: The current time in seconds since 1970. Values of expired cookies are not secret.
  init(_ request: HTTPRequest, _ response: HTTPResponse?, _ masking: Masking, now: Int) {
    add(valuesOf: request.fields, masking.applied(to: .requests), now: now)
    if let response { add(valuesOf: response.fields, masking.applied(to: .responses), now: now) }
    for part in masking.applied(to: .requests).secretParts(url: request.target) { add(part) }
  }

  private mutating func add(valuesOf fields: HTTPFields, _ masking: Masking, now: Int) {
    for line in fields.lines {
      if masking.masks(line.name) {
        add(valueOf: line, now: now)
      } else {
        for part in masking.secretParts(of: line) { add(part) }
      }
    }
  }

  /// Adds the secrets of other exchanges.
  mutating func formUnion(_ other: FixtureSecrets) { texts.formUnion(other.texts) }

  private mutating func add(valueOf line: HTTPField, now: Int) {
    let text = line.value.rawValue
    switch line.name {
    case .setCookie:
      let parts = text.split(atByte: ";").map(\.withoutOuterSpace)
      // A header that deletes a cookie may contain any word as the cookie's value.
      guard let cookie = parts.first, !Self.isOver(parts.dropFirst(), now: now) else { return }
      add(cookie: cookie)
    case .cookie:
      add(text)
      for cookie in text.split(atByte: ";") { add(cookie: cookie.withoutOuterSpace) }
    case .authorization, .proxyAuthorization:
      add(text)
      // The scheme before the credentials is not secret.
      guard let credentials = text.cut(atByte: " ")?.back.withoutOuterSpace else { return }
      add(credentials)
      add(partsOf: credentials)
      for secret in line.value.basicSecrets { add(secret) }
    default:
      add(text)
      add(partsOf: text[...])
    }
  }

  /// Adds a cookie's value: everything after the first `=`, including further `=`.
  private mutating func add(cookie: Substring) {
    add(cookie.cut(atByte: "=")?.back ?? cookie)
  }

  /// Adds the parts of credentials (`dG9rZW4=`) or parameters (`response="6629"`). The two cannot be distinguished, so
  /// both the part and its value after `=` are added.
  private mutating func add(partsOf text: Substring) {
    for part in text.split(whereByte: { " ,;".utf8.contains($0) }) {
      guard let (name, value) = part.cut(atByte: "=") else {
        add(part)
        continue
      }
      if Self.plainParameters.contains(name.lowercased()) { continue }
      add(part)
      add(value)
    }
  }

  /// Adds a string and its percent-decoded forms.
  private mutating func add(_ text: some StringProtocol) {
    let text = Substring(text)
    let plain = String(text.text(between: "\"", and: "\"") ?? text)
    let bytes = Array(plain.utf8)[...]
    let readings = [plain] + [false, true].compactMap { PercentEncoding.decode(bytes, plusIsSpace: $0) }
    for reading in readings where reading.utf8.count >= Self.minLength {
      if !Self.schemes.contains(reading.lowercased()) { texts.insert(reading) }
    }
  }

  /// Returns true if the attributes delete the cookie (RFC 6265 §5.2). `Max-Age` overrides `Expires`.
  private static func isOver(_ attributes: ArraySlice<Substring>, now: Int) -> Bool {
    func value(_ name: String) -> Substring? {
      attributes.last { $0.prefix(toByte: "=").lowercased() == name }.map { $0.cut(atByte: "=")?.back ?? "" }
    }
    if let age = value("max-age").flatMap({ Int($0) }) { return age <= 0 }
    // The dashes are replaced, because many servers write dates such as `01-Jan-1970`.
    guard let text = value("expires")?.split(atByte: "-").joined(separator: " ") else { return false }
    return IMFFixdate.secondsSince1970(from: text.utf8, now: now).map { $0 <= now } ?? false
  }
}
