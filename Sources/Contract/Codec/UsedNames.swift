internal import ContractHTTP

/// The names in the query and headers that an operation uses, which entries of its dictionaries must not have. They are collected
/// when the operation is created, because each request with a dictionary needs them.
struct UsedNames: Sendable {
  /// The names of inputs, constants and credentials in the query.
  let query: [String]
  /// The names of the members of a form that is sent in the query.
  let form: [String]
  /// The lowercase names of headers of inputs and credentials.
  let fields: Set<String>
  /// True if the name of a member may follow the name of its input after a dot.
  private let hasDots: Bool

  /// - Parameter sendsFormAsQuery: whether inputs of the body are sent in the query.
  init(
    _ inputs: [InputDescription], _ path: PathTemplate, _ wire: Wire, _ security: [SecurityRequirement],
    sendsFormAsQuery: Bool
  ) {
    // Names of dictionaries are not on the wire.
    let sent = inputs.filter { !$0.isDictionary }
    func names(_ location: ParameterLocation) -> [String] { sent.filter { $0.location == location }.map(\.name) }
    func keys(_ location: ParameterLocation) -> [String] {
      security.compactMap { $0.scheme.kind.keyName(at: location) }
    }
    query = names(.query) + path.constants.map(\.name) + keys(.query)
    let members = sendsFormAsQuery ? names(.body) : []
    // An input that is the whole body is called `body`. This name is not sent, so an entry of a dictionary may use it.
    form = members == ["body"] ? [] : members
    // All cookies of a request are in one header (RFC 6265 §5.4).
    let cookies = sent.contains { $0.location == .cookie } ? ["cookie"] : []
    fields = Set((names(.header) + keys(.header)).map(\.lowercasedASCII) + cookies)
    if case .dots = wire.form.nesting { hasDots = true } else { hasDots = false }
  }

  /// Returns true if a key of a query is one of the names, or belongs to a member: `name[0]`, and `name.first` on some wires.
  func contains(_ key: String, in names: [String]) -> Bool {
    names.contains { name in
      guard let rest = key.rest(afterBytes: name) else { return false }
      guard let mark = rest.utf8.first else { return true }
      return mark == UInt8(ascii: "[") || (hasDots && mark == UInt8(ascii: "."))
    }
  }
}
