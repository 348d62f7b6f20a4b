package import ContractHTTP

/// The names that a masking hides and shows in messages of one direction.
package struct MaskingRules: Sendable, Hashable {
  package var maskedFields: Set<HTTPFieldName> = []
  package var maskedNames: Set<String> = []
  package private(set) var shownFields: Set<HTTPFieldName> = []
  /// The shown names as passed, without folding.
  package private(set) var shownNames: Set<String> = []

  package init() {}

  package mutating func mask(fields: Set<HTTPFieldName>, names: Set<String>) {
    maskedFields.formUnion(fields)
    maskedNames.formUnion(names)
    shownFields.subtract(fields)
    let folded = Set(names.map(Self.fold))
    shownNames = shownNames.filter { !folded.contains(Self.fold($0)) }
  }

  package mutating func show(fields: Set<HTTPFieldName>, names: Set<String>) {
    shownFields.formUnion(fields)
    shownNames.formUnion(names)
    maskedFields.subtract(fields)
    let folded = Set(names.map(Self.fold))
    maskedNames = maskedNames.filter { !folded.contains(Self.fold($0)) }
  }

  mutating func adopt(_ other: MaskingRules) {
    let shown = Set(shownNames.map(Self.fold))
    maskedFields.formUnion(other.maskedFields.subtracting(shownFields))
    maskedNames.formUnion(other.maskedNames.filter { !shown.contains(Self.fold($0)) })
  }

  func masks(_ field: HTTPFieldName) -> Bool {
    (field.isSensitive && !shownFields.contains(field)) || maskedFields.contains(field)
  }

  /// - Parameters:
  ///   - folded: The name in lowercase, without `-` and `_`.
  ///   - context: Folded names that are secret because of other members of the same message.
  func masks(_ name: Substring, _ folded: String, inContext context: Set<String>) -> Bool {
    if shownNames.contains(where: { Self.fold($0) == folded }) { return false }
    return Self.commonNames.contains(folded) || Self.commonSuffixes.contains { folded.ends(withBytes: $0) }
      || Self.isPlural(folded) || context.contains(folded) || maskedNames.contains { Self.fold($0) == folded }
      || name.utf8.contains(UInt8(ascii: "-")) && HTTPFieldName(String(name))?.isSensitive == true
  }

  /// True for plurals such as `secrets` and `recovery_codes`; false for `tokens`, which services use for counts.
  private static func isPlural(_ folded: String) -> Bool {
    guard folded.ends(withBytes: "s"), !folded.ends(withBytes: "tokens") else { return false }
    return commonSuffixes.contains { folded.ends(withBytes: $0 + "s") }
  }

  static func fold(_ name: some StringProtocol) -> String {
    String(decoding: name.utf8.filter { !"-_[]".utf8.contains($0) }, as: UTF8.self).lowercasedASCII
  }

  private static let commonSuffixes =
    ["token", "secret", "password", "signature", "credential", "credentials", "assertion", "sessionid", "sessid"]
    + ["api", "access", "account", "auth", "encryption", "master", "private", "secret", "session", "shared", "signing"]
    .map { $0 + "key" }
    + ["auth", "authorization", "backup", "device", "mfa", "otp", "recovery", "security", "totp", "verification"]
    .map { $0 + "code" }

  private static let commonNames: Set<String> = [
    "key", "sig", "passwd", "pwd", "passphrase", "passcode", "pass", "auth", "authorization", "jwt", "session", "sid",
    "pin", "otp", "totp", "cvv", "cvc", "codeverifier", "cookie", "dpop", "idtokenhint", "samlresponse",
  ]
}
