public import Contract

/// The rules for hiding secrets of requests and responses in logs, curl commands and recorded fixtures.
///
/// Headers with credentials are masked by name (`HTTPFieldName.isSensitive`), and so are members of queries, forms,
/// multipart forms and JSON, which includes JSON Lines, JSON text sequences and the data of server-sent events.
/// Comparisons of member names ignore case, `-` and `_`. Besides common names such as `key`, `pin` or `session`, these
/// are secret:
///
/// - names ending in `token`, `secret`, `password`, `signature`, `credential`, `credentials`, `assertion`, `sessionid` or
///   `sessid`;
/// - names ending in `code` after `auth`, `authorization`, `backup`, `device`, `mfa`, `otp`, `recovery`, `security`,
///   `totp` or `verification`;
/// - names ending in `key` after `api`, `access`, `account`, `auth`, `encryption`, `master`, `private`, `secret`,
///   `session`, `shared` or `signing`;
/// - names of sensitive headers that contain a hyphen;
/// - plurals of these endings, except `tokens`;
/// - `code`, if the members include `state` or `grant_type` (RFC 6749 §4.1);
/// - `access` and `refresh`, if JSON has both.
///
/// Other keys, such as `sort_key`, and other codes are shown. URLs in headers such as `Location` are masked in query
/// and fragment. Compressed bodies are decoded first. Bodies of other media types are not searched.
///
/// ```swift
/// var masking = Masking.standard
/// masking.fields.insert("X-Tenant")
/// masking.names.formUnion(["iban", "email"])
/// let etcd = masking.showing(names: ["key"]).masking(names: ["value"], in: .requests)
/// ```
///
/// If rules for a name conflict, the last one wins. Credentials added by a client are always masked.
public struct Masking: Sendable, Hashable {
  /// The messages that a rule applies to.
  public struct Messages: OptionSet, Sendable, Hashable {
    /// The raw bits of the set.
    public let rawValue: Int

    /// Creates a set from its raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Requests: their headers, targets and bodies.
    public static let requests = Messages(rawValue: 1)
    /// Responses: their headers and bodies.
    public static let responses = Messages(rawValue: 2)
    /// Requests and responses.
    public static let all: Messages = [.requests, .responses]
  }

  /// Additional headers to mask, in both requests and responses.
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

  /// Additional members of queries, forms and JSON to mask, in both requests and responses. Comparisons ignore case,
  /// `-` and `_`.
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

  /// The replacement for a secret. Default: `***`.
  public var replacement: String
  /// False for ``none``.
  package let masksAnything: Bool
  package private(set) var requests = MaskingRules()
  package private(set) var responses = MaskingRules()
  private var context = Context()

  /// The facts about the messages being masked, and about their client.
  private struct Context: Hashable {
    /// The messages being masked. If these are requests and responses, a name is masked if it is secret in either.
    var messages = Messages.all
    /// The locations of the client's credentials. Their names are secret only for this client.
    var ownFields: Set<HTTPFieldName> = []
    var ownQueries: Set<String> = []
    /// Folded names that are secret because of other members of the same message.
    var names: Set<String> = []
  }

  /// Creates a masking that hides credentials and additional headers and members.
  public init(fields: Set<HTTPFieldName> = [], names: Set<String> = [], replacement: String = "***") {
    self.init(replacement: replacement, masksAnything: true)
    change(.all) { $0.mask(fields: fields, names: names) }
  }

  private init(replacement: String, masksAnything: Bool) {
    self.replacement = replacement
    self.masksAnything = masksAnything
  }

  /// Creates a masking from its rules; see `MaskingRules`.
  package init(replacement: String, requests: MaskingRules, responses: MaskingRules) {
    self.init(replacement: replacement, masksAnything: true)
    self.requests = requests
    self.responses = responses
  }

  /// The default masking, which hides credentials.
  public static let standard = Masking()

  /// A masking that hides nothing. Output created with it contains secrets.
  public static let none = Masking(replacement: "", masksAnything: false)

  // MARK: Names

  /// Returns a masking that also hides the given headers and members.
  ///
  /// - Parameters:
  ///   - names: Member names; comparisons ignore case, `-` and `_`.
  ///   - messages: The messages to mask. Default: requests and responses.
  public func masking(
    fields: Set<HTTPFieldName> = [], names: Set<String> = [], in messages: Messages = .all
  ) -> Masking {
    var masking = self
    masking.change(messages) { $0.mask(fields: fields, names: names) }
    return masking
  }

  /// Returns a masking that shows the given headers and members, even if their names are secret by default.
  ///
  /// ```swift
  /// let etcd = Masking.standard.showing(names: ["key"])                     // `{"key":"…"}` is shown, `api_key` is not
  /// let login = Masking.standard.showing(names: ["token"], in: .responses)
  /// ```
  ///
  /// - Parameters:
  ///   - names: Complete member names; comparisons ignore case, `-` and `_`.
  ///   - messages: The messages to show them in. Default: requests and responses.
  public func showing(
    fields: Set<HTTPFieldName> = [], names: Set<String> = [], in messages: Messages = .all
  ) -> Masking {
    var masking = self
    masking.change(messages) { $0.show(fields: fields, names: names) }
    return masking
  }

  /// Returns the masking for requests or for responses. A masking for both hides everything that it hides in either.
  public func applied(to messages: Messages) -> Masking {
    var masking = self
    masking.context.messages = messages
    return masking
  }

  /// Adds the additional names of another masking, except the names that this masking shows.
  mutating func adopt(_ other: Masking) {
    requests.adopt(other.requests)
    responses.adopt(other.responses)
  }

  private mutating func change(_ messages: Messages, _ change: (inout MaskingRules) -> Void) {
    if messages.contains(.requests) { change(&requests) }
    if messages.contains(.responses) { change(&responses) }
  }

  /// Whether the predicate holds for the rules of any message being masked.
  private func anyRules(_ holds: (MaskingRules) -> Bool) -> Bool {
    context.messages.contains(.requests) && holds(requests)
      || context.messages.contains(.responses) && holds(responses)
  }

  // MARK: Queries

  /// Whether the value of a header is masked.
  public func masks(_ field: HTTPFieldName) -> Bool {
    masksAnything && (context.ownFields.contains(field) || anyRules { $0.masks(field) })
  }

  /// Whether the value of a member of a query, form or JSON object is masked.
  public func masksMember(_ name: some StringProtocol) -> Bool {
    guard masksAnything else { return false }
    // `user[pin]` and `user.pin` are nested members; `token[0]` is an element of a secret member.
    let name = Substring(name)
    let segments = name.utf8.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    return isSecret(name)
      || segments.contains { isSecret(Substring($0.split(separator: UInt8(ascii: ".")).last ?? $0)) }
  }

  private func isSecret(_ name: Substring) -> Bool {
    let folded = MaskingRules.fold(name)
    return anyRules { $0.masks(name, folded, inContext: context.names) }
  }

  /// Whether the value of a query parameter is masked.
  ///
  /// - Parameter name: The percent-encoded name.
  package func masksQuery(_ name: Substring) -> Bool {
    let name = Self.decoded(name)
    return masksMember(name) || context.ownQueries.contains(name)
  }

  /// Returns a masking that also hides the client's own credentials at the given locations.
  package func hiding(_ locations: [SecurityScheme.Kind]) -> Masking {
    guard masksAnything, !locations.isEmpty else { return self }
    var masking = self
    for location in locations {
      if case .queryKey(let name) = location { masking.context.ownQueries.insert(name) }
      if let field = location.fieldName { masking.context.ownFields.insert(field) }
    }
    return masking
  }

  /// Returns a masking that also hides `code` if other members show that it is an authorization code.
  ///
  /// - Parameter names: Percent-encoded member names.
  func masksMembers(beside names: some Sequence<Substring>) -> Masking {
    guard masksAnything, names.contains(where: { Self.grantNames.contains(Self.decoded($0)) }) else { return self }
    var masking = self
    masking.context.names.insert("code")
    return masking
  }

  /// Returns a masking that also hides `access` and `refresh` if the JSON has both.
  func maskingTokenPairs(in text: [UInt8]) -> Masking {
    guard masksAnything, text.firstRange(of: "\"access\"".utf8) != nil,
      text.firstRange(of: "\"refresh\"".utf8) != nil
    else { return self }
    var masking = self
    masking.context.names.formUnion(["access", "refresh"])
    return masking
  }

  /// The members that accompany an authorization code (RFC 6749 §4.1.2 and §4.1.3).
  static let grantNames: Set<String> = ["state", "grant_type"]
}
