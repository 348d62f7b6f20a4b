internal import ContractHTTP

extension RequestEncoder {
  /// Writes a query name without a value, such as `?draft`, if `value` is true.
  public mutating func flag(_ name: String, _ value: Bool) throws {
    guard value else { return }
    if !query.isEmpty { query.append(UInt8(ascii: "&")) }
    PercentEncoding.encode(operation.wireName(name, in: .query), for: .component, into: &query)
  }

  /// Writes each entry as a query value or header, sorted by name.
  ///
  /// - Parameters:
  ///   - location: query or header; others are not allowed.
  ///   - claimed: the names of the request's other inputs at this location, which entries must not have.
  /// - Throws: ``InvalidInput`` for a repeated or claimed name, and for a value that cannot be sent.
  public mutating func dictionary(
    _ location: ParameterLocation, _ name: String, _ entries: [String: String], except claimed: [String] = []
  ) throws {
    var claims = DictionaryClaims(location, claimed, operation)
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      if let reason = claims.claim(key) {
        throw InvalidInput(location, name, reason: "has the entry `\(key)`, which \(reason)")
      }
      guard location == .query else {
        try set(location, key, value)
        continue
      }
      // Key mappings do not apply to the keys of a dictionary.
      try refuseNUL(.query, name, value)
      if operation.hasPlainWire { appendQuery(key, value) } else { try appendQuery(key, encoding: value) }
    }
  }

  /// Writes each entry as a query value or header, sorted by name; omits nil.
  ///
  /// - Throws: ``InvalidInput`` as for a non-optional dictionary, and for an empty one, which would be read as nil.
  public mutating func dictionary(
    _ location: ParameterLocation, _ name: String, _ entries: [String: String]?, except claimed: [String] = []
  ) throws {
    guard let entries else { return }
    if entries.isEmpty { try refuseEmpty(location, name, "dictionary") }
    try dictionary(location, name, entries, except: claimed)
  }
}

/// The rules for the names of dictionary entries, shared by encoding and decoding.
struct DictionaryClaims {
  private let location: ParameterLocation
  private let names: UsedNames
  /// The names of the request's other inputs at the location, as generated code lists them.
  private let claimed: [String]
  private let includesForm: Bool
  private var taken: Set<String> = []

  /// Headers of framing and negotiation, which the engines and coders set (RFC 9110 §7.6.1, §8, §12.5; RFC 9112 §6).
  private static let managedFields: Set<String> = [
    "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "date", "expect",
    "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
  ]

  /// - Parameters:
  ///   - claimed: the names of the request's other inputs at the location. The macro does not know the locations of custom
  ///     wrappers; the description of the operation does.
  ///   - includesForm: whether a form that is sent in the query claims the names of its members.
  init(_ location: ParameterLocation, _ claimed: [String], _ operation: APIOperation, includesForm: Bool = true) {
    self.location = location
    self.names = operation.usedNames
    self.includesForm = includesForm
    self.claimed = claimed.map {
      location == .header ? $0.lowercasedASCII : operation.wireName($0, in: .query)
    }
  }

  /// Claims a name for an entry. Returns the reason if the name is not available; nil on success.
  mutating func claim(_ key: String) -> String? {
    if isClaimed(key) {
      return location == .header && Self.managedFields.contains(key.lowercasedASCII)
        ? "is set by the connection or derived from the body" : "is another input"
    }
    guard taken.insert(location == .header ? key.lowercasedASCII : key).inserted else { return "occurs twice" }
    return nil
  }

  /// Returns true for a name that belongs to the connection, to another input, or to a member of that input.
  func isClaimed(_ key: String) -> Bool {
    guard location == .header else {
      return names.contains(key, in: names.query) || names.contains(key, in: claimed)
        || (includesForm && names.contains(key, in: names.form))
    }
    let key = key.lowercasedASCII
    return names.fields.contains(key) || claimed.contains(key) || Self.managedFields.contains(key)
  }
}
