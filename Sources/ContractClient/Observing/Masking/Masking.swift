public import Contract

/// What is never shown of requests and responses: in logs, in cURL commands and in recorded fixtures.
///
/// Fields with credentials are masked by their names (`HTTPFieldName.isSensitive`), members of queries, forms, multipart
/// forms and JSON by theirs. Names compare without regard to case, `-` and `_`, and count as well when they end in `token`,
/// `secret`, `password`, `signature`, `credentials`, `assertion` or `sessionid`, in `code` behind `auth`, `authorization`, `backup`,
/// `device`, `mfa`, `otp`, `recovery`, `security`, `totp` or `verification`, in `key` behind `api`, `access`, `account`, `auth`,
/// `encryption`, `master`, `private`, `secret`, `session`, `shared` or `signing`, and with a hyphen in `-key`. Other keys
/// (`sort_key`) and codes are shown; `code` alone is a secret beside `state` or `grant_type` (RFC 6749 §4.1),
/// and `access` and `refresh` are where both are members of JSON. Plurals count, but for `tokens`. URLs in fields
/// such as `Location` have queries too, and fragments. Compressed content is restored first. Content of other kinds is not
/// looked into.
///
/// ```swift
/// var masking = Masking.standard
/// masking.fields.insert("X-Tenant")
/// masking.names.formUnion(["iban", "email"])
/// ```
public struct Masking: Sendable {
  /// Fields that are masked beside those that carry credentials.
  public var fields: Set<HTTPFieldName>
  /// Members of queries, forms and JSON that are masked beside the usual ones, in any case and without `-` and `_`.
  public var names: Set<String>
  /// What stands in place of a secret.
  public var replacement: String
  private let isOn: Bool
  /// Members of queries where a client's own credentials stand. Elsewhere such a name may mean anything.
  private var queries: Set<String> = []

  /// Masks credentials, and more fields and members.
  public init(fields: Set<HTTPFieldName> = [], names: Set<String> = [], replacement: String = "***") {
    self.init(fields: fields, names: names, replacement: replacement, isOn: true)
  }

  private init(fields: Set<HTTPFieldName>, names: Set<String>, replacement: String, isOn: Bool) {
    self.fields = fields
    self.names = names
    self.replacement = replacement
    self.isOn = isOn
  }

  /// Masks credentials.
  public static let standard = Masking()

  /// Masks nothing. What is made with it holds secrets.
  public static let none = Masking(fields: [], names: [], replacement: "", isOn: false)

  /// True when the value of a field is masked.
  public func masks(_ field: HTTPFieldName) -> Bool {
    isOn && (field.isSensitive || fields.contains(field))
  }

  /// True when the value of a member of a query, a form or an object is masked.
  public func masksMember(_ name: some StringProtocol) -> Bool {
    guard isOn else { return false }
    // `user[pin]` and `user.pin` are members of a member, and `token[0]` is one of a secret one.
    let segments = name.split { $0 == "[" || $0 == "]" }
    return isSecret(name) || segments.contains { isSecret($0.split(separator: ".").last ?? $0) }
  }

  private func isSecret(_ name: some StringProtocol) -> Bool {
    let folded = Self.fold(name)
    return Self.usualNames.contains(folded) || Self.usualEnds.contains { folded.hasSuffix($0) }
      || Self.isPlural(folded) || names.contains { Self.fold($0) == folded }
      || name.utf8.contains(0x2D) && HTTPFieldName(String(name))?.isSensitive == true
  }

  /// Several of them: `secrets`, `recovery_codes`. Not `tokens`, which services count.
  private static func isPlural(_ folded: String) -> Bool {
    guard folded.hasSuffix("s"), !folded.hasSuffix("tokens") else { return false }
    return usualEnds.contains { folded.dropLast().hasSuffix($0) }
  }

  /// True when the value of a member of a query is masked.
  ///
  /// - Parameter name: the name as it travels.
  package func masksQuery(_ name: Substring) -> Bool {
    let name = Self.decoded(name)
    return masksMember(name) || queries.contains(name)
  }

  /// The same, and what stands where a client's own credentials do.
  package func hiding(_ places: [SecurityScheme.Kind]) -> Masking {
    guard isOn, !places.isEmpty else { return self }
    var masking = self
    for place in places {
      if case .queryKey(let name) = place { masking.queries.insert(name) }
      if let field = place.fieldName { masking.fields.insert(field) }
    }
    return masking
  }

  /// The same, and `code`, where the names of what stands beside it say that it is an authorization code, which buys tokens.
  ///
  /// - Parameter names: names of members, as they travel.
  func masksMembers(beside names: some Sequence<Substring>) -> Masking {
    guard isOn, names.contains(where: { Self.grantNames.contains(Self.decoded($0)) }) else { return self }
    var masking = self
    masking.names.insert("code")
    return masking
  }

  /// The same, and `access` and `refresh`, which stand together where they are tokens.
  func maskingTokenPairs(in text: [UInt8]) -> Masking {
    guard isOn, text.firstRange(of: "\"access\"".utf8) != nil, text.firstRange(of: "\"refresh\"".utf8) != nil else {
      return self
    }
    var masking = self
    masking.names.formUnion(["access", "refresh"])
    return masking
  }

  /// What stands beside an authorization code (RFC 6749 §4.1.2 and §4.1.3).
  static let grantNames: Set<String> = ["state", "grant_type"]

  /// True when something is masked at all.
  package var masksAnything: Bool { isOn }

  private static func fold(_ name: some StringProtocol) -> String {
    String(decoding: name.utf8.filter { !"-_[]".utf8.contains($0) }, as: UTF8.self).lowercased()
  }

  private static let usualEnds =
    ["token", "secret", "password", "signature", "credential", "credentials", "assertion", "sessionid", "sessid"]
    + ["api", "access", "account", "auth", "encryption", "master", "private", "secret", "session", "shared", "signing"]
    .map { $0 + "key" }
    + ["auth", "authorization", "backup", "device", "mfa", "otp", "recovery", "security", "totp", "verification"]
    .map { $0 + "code" }

  private static let usualNames: Set<String> = [
    "key", "sig", "passwd", "pwd", "passphrase", "passcode", "pass", "auth", "authorization", "jwt", "session", "sid",
    "pin",
    "otp", "totp", "cvv", "cvc", "codeverifier", "cookie", "dpop", "idtokenhint", "samlresponse",
  ]
}
