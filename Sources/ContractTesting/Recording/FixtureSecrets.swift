internal import ContractClient

/// The secrets of exchanges, as texts, so that they are found where a server repeats them.
struct FixtureSecrets: Sendable {
  private(set) var texts: Set<String> = []

  /// Shorter texts would be found in anything.
  static let minLength = 6
  /// Words that stand before credentials in fields of any name.
  private static let schemes: Set<String> = ["bearer", "digest"]
  /// Parameters of schemes that say what everybody may know.
  private static let plainParameters: Set<String> = [
    "algorithm", "charset", "headers", "nc", "qop", "realm", "signedheaders", "stale", "uri", "userhash",
  ]

  /// No secrets.
  init() {}

  /// The values of masked fields, and what is masked of the URLs in the target and in other fields.
  ///
  /// - Parameters:
  ///   - response: nil for the secrets that the request knows by itself.
  ///   - now: the present time in seconds since 1970: cookies that are over are no secrets.
  init(_ request: HTTPRequest, _ response: HTTPResponse?, _ masking: Masking, now: Int) {
    for line in request.fields.lines + (response?.fields.lines ?? []) {
      if masking.masks(line.name) {
        add(valueOf: line, now: now)
      } else {
        for part in masking.secretParts(of: line) { add(part) }
      }
    }
    for part in masking.secretParts(url: request.target) { add(part) }
  }

  /// Adds the secrets of other exchanges.
  mutating func formUnion(_ other: FixtureSecrets) { texts.formUnion(other.texts) }

  private mutating func add(valueOf line: HTTPField, now: Int) {
    let text = line.value.rawValue
    switch line.name {
    case .setCookie:
      let parts = text.split(separator: ";").map(Self.trimmed)
      // Who deletes a cookie has to give it some value: any word.
      guard let cookie = parts.first, !Self.isOver(parts.dropFirst(), now: now) else { return }
      add(cookie: cookie)
    case .cookie:
      add(text)
      for cookie in text.split(separator: ";") { add(cookie: Self.trimmed(cookie)) }
    case .authorization, .proxyAuthorization:
      add(text)
      guard let space = text.firstIndex(of: " ") else { return }
      // The scheme in front is no secret.
      let credentials = Self.trimmed(text[space...])
      add(credentials)
      add(partsOf: credentials)
    default:
      add(text)
      add(partsOf: text[...])
    }
  }

  /// All that follows the first `=` is the value, even when it ends in one.
  private mutating func add(cookie: Substring) {
    guard let mark = cookie.firstIndex(of: "=") else { return add(cookie) }
    add(cookie[cookie.index(after: mark)...])
  }

  /// Credentials (`dG9rZW4=`) or parameters of a scheme (`response="6629"`): nobody can tell which of them has a secret at its
  /// right, so both that and the whole count.
  private mutating func add(partsOf text: Substring) {
    for part in text.split(whereSeparator: { " ,;".contains($0) }) {
      guard let mark = part.firstIndex(of: "=") else {
        add(part)
        continue
      }
      if Self.plainParameters.contains(part[..<mark].lowercased()) { continue }
      add(part)
      add(part[part.index(after: mark)...])
    }
  }

  /// Adds a text, and what it reads when it is percent-encoded.
  private mutating func add(_ text: some StringProtocol) {
    let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let plain = isQuoted ? String(text.dropFirst().dropLast()) : String(text)
    let bytes = Array(plain.utf8)[...]
    let readings = [plain] + [false, true].compactMap { PercentEncoding.decode(bytes, plusIsSpace: $0) }
    for reading in readings where reading.utf8.count >= Self.minLength {
      if !Self.schemes.contains(reading.lowercased()) { texts.insert(reading) }
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
  }

  /// True when a cookie's attributes take it away (RFC 6265 §5.2): `Max-Age` says so before `Expires` does.
  private static func isOver(_ attributes: ArraySlice<Substring>, now: Int) -> Bool {
    func value(_ name: String) -> Substring? {
      attributes.last { $0.prefix { $0 != "=" }.lowercased() == name }?.drop { $0 != "=" }.dropFirst()
    }
    if let age = value("max-age").flatMap({ Int($0) }) { return age <= 0 }
    // Many write `01-Jan-1970`.
    guard let text = value("expires")?.split(separator: "-").joined(separator: " ") else { return false }
    return IMFFixdate.secondsSince1970(from: text.utf8, now: now).map { $0 <= now } ?? false
  }
}
