internal import Contract
internal import ContractHTTP

/// A request with what says who it is from, and the places where that stands: nobody shows them.
struct AuthorizedRequest: Sendable {
  var request: HTTPRequest
  /// Places that are not known to be secret by their names.
  private(set) var places: [SecurityScheme.Kind] = []

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// The same request with other content.
  func with(_ body: HTTPBody) -> AuthorizedRequest {
    var copy = self
    copy.request.body = body
    return copy
  }

  /// Adds what an operation asks for.
  ///
  /// - Throws: ``/Contract/ClientError`` when it cannot travel.
  mutating func add(_ credentials: ClientCredentials, for operation: APIOperation) throws(ClientError) {
    guard let (credentials, kind) = credentials.chosen(for: operation) else { return }
    try add(credentials, as: kind, for: operation)
  }

  /// Adds what every request has; not tokens, which somebody has to ask for.
  ///
  /// - Throws: ``/Contract/ClientError`` when it cannot travel, and what a closure throws.
  mutating func add(_ auth: ClientAuth, for operation: APIOperation) async throws {
    switch auth.kind {
    case .credentials(let credentials, let kind): try add(credentials, as: kind, for: operation)
    case .custom(let add):
      let before = request
      try await add(&request)
      places += Self.changedPlaces(before, request)
    case .tokens: break
    }
  }

  /// Adds what does not change, unless the request has a field of that name itself.
  mutating func add(
    _ credentials: Credentials, as kind: SecurityScheme.Kind, for operation: APIOperation
  ) throws(ClientError) {
    if kind.fieldName?.isSensitive != true { places.append(kind) }
    if let name = kind.fieldName, name != .cookie, request.fields.contains(name) { return }
    do throws(InvalidInput) {
      try request.add(credentials, as: kind)
    } catch {
      throw ClientError(.invalidInput, stage: .encode, error.description, operation: operation, cause: error)
    }
  }

  /// What a closure has made of a request: fields with other values, and members that the query did not have.
  private static func changedPlaces(_ before: HTTPRequest, _ after: HTTPRequest) -> [SecurityScheme.Kind] {
    var places: [SecurityScheme.Kind] = []
    for name in Set(after.fields.lines.map(\.name))
    where !name.isSensitive && after.fields.values(name) != before.fields.values(name) {
      places.append(.headerKey(name))
    }
    if after.target == before.target { return places }
    let known = Set(members(of: before))
    for member in members(of: after) where !known.contains(member) {
      let name = member.prefix(toByte: "=")
      places.append(.queryKey(PercentEncoding.decode(ArraySlice(name.utf8), plusIsSpace: true) ?? String(name)))
    }
    return places
  }

  private static func members(of request: HTTPRequest) -> [Substring] {
    request.target.cut(atByte: "?")?.back.split(atByte: "&") ?? []
  }
}
