public import Contract

/// What is never shown of requests and responses: in logs, in cURL commands and in recorded fixtures.
///
/// Fields with credentials are masked by their names (`HTTPFieldName.isSensitive`), members of queries, forms and JSON by
/// theirs. Names compare without regard to case, `-` and `_`, and count as well when they end in `token`, `secret`,
/// `password`, `apikey`, `signature` or `credentials`. Content of other kinds is not looked into.
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
    // `user[password]` is a member of a member.
    let folded = Self.fold(name)
    return Self.usualNames.contains(folded) || Self.usualEnds.contains { folded.hasSuffix($0) }
      || names.contains { Self.fold($0) == folded }
  }

  /// True when something is masked at all.
  var masksAnything: Bool { isOn }

  private static func fold(_ name: some StringProtocol) -> String {
    String(decoding: name.utf8.filter { $0 != 0x2D && $0 != 0x5F && $0 != 0x5D && $0 != 0x5B }, as: UTF8.self)
      .lowercased()
  }

  private static let usualEnds = ["token", "secret", "password", "apikey", "signature", "credential", "credentials"]

  private static let usualNames: Set<String> = [
    "key", "sig", "passwd", "pwd", "passphrase", "pass", "auth", "authorization", "jwt", "session", "sessionid", "sid",
    "pin", "otp", "cvv", "cvc", "privatekey", "accesskey", "secretkey", "assertion", "codeverifier", "cookie",
  ]

  // MARK: Heads

  /// The value to show for a field.
  public func value(of field: HTTPField) -> String {
    masks(field.name) ? replacement : field.value.rawValue
  }

  /// The fields to show.
  public func masked(_ fields: HTTPFields) -> HTTPFields {
    guard isOn else { return fields }
    return HTTPFields(
      fields.lines.map { line in
        masks(line.name) ? HTTPField(line.name, HTTPFieldValue(replacement) ?? "***") : line
      })
  }

  /// The target to show: a path, and a query with the values of secret members replaced.
  public func masked(target: String) -> String {
    guard isOn, let mark = target.firstIndex(of: "?") else { return target }
    return target[...mark] + masked(form: target[target.index(after: mark)...])
  }

  /// The query or the form to show.
  func masked(form: Substring) -> String {
    form.split(separator: "&", omittingEmptySubsequences: false).map { member in
      guard let equals = member.firstIndex(of: "=") else { return String(member) }
      let spelled = member[..<equals]
      let name = PercentEncoding.decode(ArraySlice(spelled.utf8), plusIsSpace: true) ?? String(spelled)
      return masksMember(name) ? "\(spelled)=\(replacement)" : String(member)
    }.joined(separator: "&")
  }
}
