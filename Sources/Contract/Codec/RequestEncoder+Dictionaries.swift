internal import ContractHTTP

extension RequestEncoder {
  /// Writes a query member without a value, such as `?draft`; false is left out.
  public mutating func flag(_ name: String, _ value: Bool) throws {
    guard value else { return }
    if !query.isEmpty { query.append(UInt8(ascii: "&")) }
    PercentEncoding.encode(operation.wireName(name, in: .query), for: .component, into: &query)
  }

  /// Writes each entry as a member of the query or as a header field, sorted by name.
  ///
  /// - Parameters:
  ///   - place: the query or the header; a path has no dictionary.
  ///   - claimed: the names of the request's other inputs at this place, which the dictionary cannot have.
  /// - Throws: ``InvalidInput`` for a name that occurs twice or that is claimed, and for a value that cannot travel.
  public mutating func dictionary(
    _ place: ValuePlace, _ name: String, _ entries: [String: String], except claimed: [String] = []
  ) throws {
    var claims = DictionaryClaims(place, claimed, operation)
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      if let reason = claims.take(key) {
        throw InvalidInput(place.inputPlace, name, reason: "has the entry `\(key)`, which \(reason)")
      }
      guard place == .query else {
        try set(place, key, value)
        continue
      }
      // No key mapping changes the keys of a dictionary.
      try refuseNUL(.query, name, value)
      if operation.hasPlainWire { appendQuery(key, value) } else { try appendQuery(key, encoding: value) }
    }
  }

  /// Writes each entry as a member of the query or as a header field, sorted by name; nil writes nothing.
  ///
  /// - Throws: ``InvalidInput`` as for a dictionary that is not optional, and for an empty one, which would read as nil.
  public mutating func dictionary(
    _ place: ValuePlace, _ name: String, _ entries: [String: String]?, except claimed: [String] = []
  ) throws {
    guard let entries else { return }
    if entries.isEmpty {
      throw InvalidInput(
        place.inputPlace, name,
        reason: "is an empty dictionary, which would read as nil; pass nil, or declare it not optional")
    }
    try dictionary(place, name, entries, except: claimed)
  }
}

/// What the entries of a dictionary may be called, decided alike when writing and when reading.
struct DictionaryClaims {
  private let place: ValuePlace
  private let claimed: [String]
  /// What follows a claimed name where the name has more than one member: `name[0]`, and `name.first` on some wires.
  private let separators: Set<Character>
  private var taken: Set<String> = []

  /// Fields that frame the message or say what its content is: the engines and the coders own them (RFC 9110 §7.6.1, §8,
  /// §12.5; RFC 9112 §6).
  private static let managedFields: Set<String> = [
    "accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "date", "expect",
    "host", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
  ]

  /// - Parameters:
  ///   - claimed: the names of the request's other inputs at the place.
  ///   - includesForm: whether a form that travels as the query claims the names of its members.
  init(_ place: ValuePlace, _ claimed: [String], _ operation: APIOperation, includesForm: Bool = true) {
    self.place = place
    if case .dots = operation.wire.form.nesting { self.separators = ["[", "."] } else { self.separators = ["["] }
    let constants = place == .query ? operation.path.constants.map(\.name) : []
    let members = operation.inputs.filter { $0.place == .body }.map(\.name)
    // An input that is the whole content is called `body` and has no name on the wire.
    let form = includesForm && place == .query && operation.sendsFormAsQuery && members != ["body"] ? members : []
    let keys = operation.security.compactMap { $0.scheme.kind.keyName(at: place) }
    self.claimed =
      place == .header
      ? (claimed + keys).map { $0.lowercased() }
      : claimed.map { operation.wireName($0, in: .query) } + form + constants + keys
  }

  /// Takes a name for an entry, or says why it cannot be one.
  mutating func take(_ key: String) -> String? {
    if isForeign(key) {
      return place == .header && Self.managedFields.contains(key.lowercased())
        ? "is set by the connection or by the content" : "is an input of its own"
    }
    guard taken.insert(place == .header ? key.lowercased() : key).inserted else { return "occurs twice" }
    return nil
  }

  /// True for a name that belongs to another input, the names of its members included.
  func isForeign(_ key: String) -> Bool {
    guard place == .header else {
      return claimed.contains { name in
        guard let rest = key.rest(behindBytes: name) else { return false }
        return rest.unicodeScalars.first.map { separators.contains(Character($0)) } ?? true
      }
    }
    let key = key.lowercased()
    return claimed.contains(key) || Self.managedFields.contains(key)
  }
}
