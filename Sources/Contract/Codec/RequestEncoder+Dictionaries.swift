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
  private let claimed: [String]
  /// The characters that follow a claimed name in the names of its members: `name[0]`, and `name.first` on some wires.
  private let separators: Set<Character>
  private var taken: Set<String> = []

  /// Headers of framing and negotiation, which the engines and coders set (RFC 9110 §7.6.1, §8, §12.5; RFC 9112 §6).
  private static let managedFields: Set<String> = [
    "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "date", "expect",
    "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
  ]

  /// - Parameters:
  ///   - claimed: the names of the request's other inputs at the location.
  ///   - includesForm: whether a form that is sent in the query claims the names of its members.
  init(_ location: ParameterLocation, _ claimed: [String], _ operation: APIOperation, includesForm: Bool = true) {
    self.location = location
    if case .dots = operation.wire.form.nesting { self.separators = ["[", "."] } else { self.separators = ["["] }
    let constants = location == .query ? operation.path.constants.map(\.name) : []
    let names = operation.inputNames
    let members = names[.body] ?? []
    // An input that is the whole body is called `body`. This name is not sent, so an entry of a dictionary may use it.
    let form = includesForm && location == .query && operation.sendsFormAsQuery && members != ["body"] ? members : []
    var keys = operation.security.compactMap { $0.scheme.kind.keyName(at: location) }
    // All cookies of a request are in one header (RFC 6265 §5.4).
    if location == .header, names[.cookie] != nil { keys.append("cookie") }
    // The macro does not know the locations of custom wrappers; the description of the operation does.
    let others = names[location] ?? []
    self.claimed =
      location == .header
      ? (claimed + others + keys).map { $0.lowercasedASCII }
      : claimed.map { operation.wireName($0, in: .query) } + others + form + constants + keys
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
      return claimed.contains { name in
        guard let rest = key.rest(afterBytes: name) else { return false }
        return rest.unicodeScalars.first.map { separators.contains(Character($0)) } ?? true
      }
    }
    let key = key.lowercasedASCII
    return claimed.contains(key) || Self.managedFields.contains(key)
  }
}
