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
/// let etcd = masking.showing(names: ["key"]).masking(names: ["value"], in: .requests)
/// ```
///
/// Of several statements about one name the last one counts. Credentials that a client adds are masked in any case.
public struct Masking: Sendable, Hashable {
  /// The messages that a statement about names is for.
  public struct Messages: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: Int

    /// A set of messages with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests: their fields, targets and bodies.
    public static let requests = Messages(rawValue: 1)
    /// Responses: their fields and bodies.
    public static let responses = Messages(rawValue: 2)
    /// Both.
    public static let all: Messages = [.requests, .responses]
  }

  /// Fields that are masked beside those that carry credentials, in requests and in responses.
  public var fields: Set<HTTPFieldName> {
    get { requests.maskedFields.intersection(responses.maskedFields) }
    set {
      let (gone, new) = (fields.subtracting(newValue), newValue.subtracting(fields))
      change(.all) { rules in
        rules.maskedFields.subtract(gone)
        rules.mask(fields: new, names: [])
      }
    }
  }

  /// Members of queries, forms and JSON that are masked beside the usual ones, in any case and without `-` and `_`, in
  /// requests and in responses.
  public var names: Set<String> {
    get { requests.maskedNames.intersection(responses.maskedNames) }
    set {
      let (gone, new) = (names.subtracting(newValue), newValue.subtracting(names))
      change(.all) { rules in
        rules.maskedNames.subtract(gone)
        rules.mask(fields: [], names: new)
      }
    }
  }

  /// The text in place of a secret.
  public var replacement: String
  private let isOn: Bool
  package private(set) var requests = MaskingRules()
  package private(set) var responses = MaskingRules()
  /// The messages that are being masked: what is secret in either is, while nobody says which it is.
  private var messages = Messages.all
  /// Where a client's own credentials are. Elsewhere such a name may mean anything.
  private var ownFields: Set<HTTPFieldName> = []
  private var ownQueries: Set<String> = []
  /// Folded names that are secret because of the members beside them.
  private var namesInContext: Set<String> = []

  /// Masks credentials, and more fields and members.
  public init(fields: Set<HTTPFieldName> = [], names: Set<String> = [], replacement: String = "***") {
    self.init(replacement: replacement, isOn: true)
    change(.all) { $0.mask(fields: fields, names: names) }
  }

  private init(replacement: String, isOn: Bool) {
    self.replacement = replacement
    self.isOn = isOn
  }

  /// What was written of a masking; see `MaskingRules`.
  package init(replacement: String, requests: MaskingRules, responses: MaskingRules) {
    self.init(replacement: replacement, isOn: true)
    self.requests = requests
    self.responses = responses
  }

  /// Masks credentials.
  public static let standard = Masking()

  /// Masks nothing. What is made with it holds secrets.
  public static let none = Masking(replacement: "", isOn: false)

  // MARK: Names

  /// Returns a masking of more fields and members.
  ///
  /// - Parameters:
  ///   - names: compare without regard to case, `-` and `_`.
  ///   - messages: where; in requests and responses unless given.
  public func masking(
    fields: Set<HTTPFieldName> = [], names: Set<String> = [], in messages: Messages = .all
  ) -> Masking {
    var masking = self
    masking.change(messages) { $0.mask(fields: fields, names: names) }
    return masking
  }

  /// Returns a masking that shows fields and members, even those with a name that is usually secret.
  ///
  /// ```swift
  /// let etcd = Masking.standard.showing(names: ["key"])                     // `{"key":"…"}` is shown, `api_key` is not
  /// let login = Masking.standard.showing(names: ["token"], in: .responses)
  /// ```
  ///
  /// - Parameters:
  ///   - names: whole names; they compare without regard to case, `-` and `_`.
  ///   - messages: where; in requests and responses unless given.
  public func showing(
    fields: Set<HTTPFieldName> = [], names: Set<String> = [], in messages: Messages = .all
  ) -> Masking {
    var masking = self
    masking.change(messages) { $0.show(fields: fields, names: names) }
    return masking
  }

  /// Returns the masking as it applies to messages of one direction. A masking that is not told the direction masks what it
  /// masks in either.
  public func applied(to messages: Messages) -> Masking {
    var masking = self
    masking.messages = messages
    return masking
  }

  /// The names that another masking adds to the usual ones are masked too, but for those that this one shows.
  mutating func adopt(_ other: Masking) {
    requests.adopt(other.requests)
    responses.adopt(other.responses)
  }

  private mutating func change(_ messages: Messages, _ change: (inout MaskingRules) -> Void) {
    if messages.contains(.requests) { change(&requests) }
    if messages.contains(.responses) { change(&responses) }
  }

  /// True when the rules of any message that is being masked say so.
  private func anyRules(_ holds: (MaskingRules) -> Bool) -> Bool {
    messages.contains(.requests) && holds(requests) || messages.contains(.responses) && holds(responses)
  }

  // MARK: Asking

  /// True when the value of a field is masked.
  public func masks(_ field: HTTPFieldName) -> Bool {
    isOn && (ownFields.contains(field) || anyRules { $0.masks(field) })
  }

  /// True when the value of a member of a query, a form or an object is masked.
  public func masksMember(_ name: some StringProtocol) -> Bool {
    guard isOn else { return false }
    // `user[pin]` and `user.pin` are members of a member, and `token[0]` is one of a secret one.
    let name = Substring(name)
    let segments = name.utf8.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    return isSecret(name)
      || segments.contains { isSecret(Substring($0.split(separator: UInt8(ascii: ".")).last ?? $0)) }
  }

  private func isSecret(_ name: Substring) -> Bool {
    let folded = MaskingRules.fold(name)
    return anyRules { $0.masks(name, folded, inContext: namesInContext) }
  }

  /// True when the value of a member of a query is masked.
  ///
  /// - Parameter name: the name as it travels.
  package func masksQuery(_ name: Substring) -> Bool {
    let name = Self.decoded(name)
    return masksMember(name) || ownQueries.contains(name)
  }

  /// The same, and what stands where a client's own credentials do.
  package func hiding(_ places: [SecurityScheme.Kind]) -> Masking {
    guard isOn, !places.isEmpty else { return self }
    var masking = self
    for place in places {
      if case .queryKey(let name) = place { masking.ownQueries.insert(name) }
      if let field = place.fieldName { masking.ownFields.insert(field) }
    }
    return masking
  }

  /// The same, and `code`, where the names of what stands beside it say that it is an authorization code, which buys tokens.
  ///
  /// - Parameter names: names of members, as they travel.
  func masksMembers(beside names: some Sequence<Substring>) -> Masking {
    guard isOn, names.contains(where: { Self.grantNames.contains(Self.decoded($0)) }) else { return self }
    var masking = self
    masking.namesInContext.insert("code")
    return masking
  }

  /// The same, and `access` and `refresh`, which stand together where they are tokens.
  func maskingTokenPairs(in text: [UInt8]) -> Masking {
    guard isOn, text.firstRange(of: "\"access\"".utf8) != nil, text.firstRange(of: "\"refresh\"".utf8) != nil else {
      return self
    }
    var masking = self
    masking.namesInContext.formUnion(["access", "refresh"])
    return masking
  }

  /// What stands beside an authorization code (RFC 6749 §4.1.2 and §4.1.3).
  static let grantNames: Set<String> = ["state", "grant_type"]

  /// True when something is masked at all.
  package var masksAnything: Bool { isOn }
}
