package import ContractHTTP
internal import FoundationEssentials

extension HTTPRequest {
  /// Adds credentials at the location that this kind of scheme uses.
  ///
  /// - Throws: ``InvalidInput`` when they cannot be sent there. The error does not contain them.
  package mutating func add(_ credentials: Credentials, as kind: SecurityScheme.Kind) throws(InvalidInput) {
    switch (credentials, kind) {
    case (.bearer(let token), .bearer):
      if token.isEmpty { throw InvalidInput(.header, "Authorization", reason: "has an empty token; set the token") }
      try set(.authorization, "Bearer \(token)")
    case (.basic(let username, let password), .basic):
      guard !username.utf8.contains(0x3A) else {
        throw InvalidInput(.header, "Authorization", reason: "has a user name with a colon, which is not allowed")
      }
      try set(.authorization, "Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
    case (.apiKey(let key), .headerKey(let name)):
      try set(name, key)
    case (.apiKey(let key), .queryKey(let name)):
      var member = target.contains(byte: "?") ? "&" : "?"
      PercentEncoding.encode(name, for: .component, into: &member)
      member += "="
      PercentEncoding.encode(key, for: .component, into: &member)
      target += member
    case (.apiKey(let key), .cookieKey(let name)):
      guard CookiePairs.isValue(key) else {
        throw InvalidInput(.header, "Cookie", reason: "has a key with characters that a cookie cannot contain")
      }
      guard CookiePairs.isName(name) else {
        throw InvalidInput(.header, "Cookie", reason: "has the invalid cookie name `\(name)`")
      }
      fields.appendCookie(name, key)
    default: break
    }
  }

  private mutating func set(_ name: HTTPFieldName, _ text: String) throws(InvalidInput) {
    guard let value = HTTPFieldValue(text) else {
      throw InvalidInput(
        .header, name.rawName, reason: "has credentials with control characters or outer white space")
    }
    fields[name] = value
  }
}
