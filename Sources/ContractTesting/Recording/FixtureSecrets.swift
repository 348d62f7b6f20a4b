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
      // Who deletes a cookie has to give it some value: any word.
      guard let cookie = parts.first, !Self.isOver(parts.dropFirst(), now: now) else { return }
      add(cookie: cookie)
    case .cookie:
      add(text)
      for cookie in text.split(atByte: ";") { add(cookie: cookie.withoutOuterSpace) }
    case .authorization, .proxyAuthorization:
      add(text)
      // The scheme in front is no secret.
      guard let credentials = text.cut(atByte: " ")?.back.withoutOuterSpace else { return }
      add(credentials)
      add(partsOf: credentials)
    default:
      add(text)
      add(partsOf: text[...])
    }
  }

  /// All that follows the first `=` is the value, even when it ends in one.
  private mutating func add(cookie: Substring) {
    add(cookie.cut(atByte: "=")?.back ?? cookie)
  }

  /// Credentials (`dG9rZW4=`) or parameters of a scheme (`response="6629"`): nobody can tell which of them has a secret at its
  /// right, so both that and the whole count.
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

  /// Adds a text, and what it reads when it is percent-encoded.
  private mutating func add(_ text: some StringProtocol) {
    let text = Substring(text)
    let plain = String(text.text(between: "\"", and: "\"") ?? text)
    let bytes = Array(plain.utf8)[...]
    let readings = [plain] + [false, true].compactMap { PercentEncoding.decode(bytes, plusIsSpace: $0) }
    for reading in readings where reading.utf8.count >= Self.minLength {
      if !Self.schemes.contains(reading.lowercased()) { texts.insert(reading) }
    }
  }

  /// True when a cookie's attributes take it away (RFC 6265 §5.2): `Max-Age` says so before `Expires` does.
  private static func isOver(_ attributes: ArraySlice<Substring>, now: Int) -> Bool {
    func value(_ name: String) -> Substring? {
      attributes.last { $0.prefix(toByte: "=").lowercased() == name }.map { $0.cut(atByte: "=")?.back ?? "" }
    }
    if let age = value("max-age").flatMap({ Int($0) }) { return age <= 0 }
    // Many write `01-Jan-1970`.
    guard let text = value("expires")?.split(atByte: "-").joined(separator: " ") else { return false }
    return IMFFixdate.secondsSince1970(from: text.utf8, now: now).map { $0 <= now } ?? false
  }
}
