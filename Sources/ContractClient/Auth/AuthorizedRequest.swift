internal import Contract
internal import ContractHTTP

/// A request with its credentials, and the locations of those credentials for masking.
struct AuthorizedRequest: Sendable {
  var request: HTTPRequest
  /// The locations of credentials under header, query or cookie names that are not known to be secret.
  private(set) var locations: [SecurityScheme.Kind] = []

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// Returns the request with another body.
  func with(_ body: HTTPBody) -> AuthorizedRequest {
    var copy = self
    copy.request.body = body
    return copy
  }

  /// Adds the credentials that an operation requires.
  ///
  /// - Throws: ``/Contract/ClientError`` if the credentials contain invalid characters.
  mutating func add(_ credentials: ClientCredentials, for operation: APIOperation) throws(ClientError) {
    guard let (credentials, kind) = credentials.chosen(for: operation) else { return }
    try add(credentials, as: kind, for: operation)
  }

  /// Adds the client's authentication, except tokens, which must be obtained first.
  ///
  /// - Throws: ``/Contract/ClientError`` if the credentials contain invalid characters; the errors of a closure;
  ///   `CancellationError` if the task is cancelled, without waiting for the closure.
  mutating func add(_ auth: ClientAuth, for operation: APIOperation) async throws {
    switch auth.kind {
    case .credentials(let credentials, let kind): try add(credentials, as: kind, for: operation)
    case .custom(let add):
      let before = request
      // The closure may ignore its cancellation, so it runs in a separate task, for which a cancelled call does not
      // wait.
      request = try await SingleFlight<Int, HTTPRequest>().value(for: 0) {
        var changed = before
        try await add(&changed)
        return changed
      }
      locations += Self.changedLocations(before, request)
    case .tokens: break
    }
  }

  /// Adds fixed credentials, unless the request already has a header of that name.
  mutating func add(
    _ credentials: Credentials, as kind: SecurityScheme.Kind, for operation: APIOperation
  ) throws(ClientError) {
    if kind.fieldName?.isSensitive != true { locations.append(kind) }
    if let name = kind.fieldName, name != .cookie, request.fields.contains(name) { return }
    do throws(InvalidInput) {
      try request.add(credentials, as: kind)
    } catch {
      throw ClientError(.invalidInput, stage: .encode, error.description, operation: operation, cause: error)
    }
  }

  /// Returns the headers and query parameters that a closure changed.
  private static func changedLocations(_ before: HTTPRequest, _ after: HTTPRequest) -> [SecurityScheme.Kind] {
    var locations: [SecurityScheme.Kind] = []
    for name in Set(after.fields.lines.map(\.name))
    where !name.isSensitive && after.fields.values(name) != before.fields.values(name) {
      locations.append(.headerKey(name))
    }
    if after.target == before.target { return locations }
    let known = Set(members(of: before))
    for member in members(of: after) where !known.contains(member) {
      locations.append(.queryKey(Masking.decoded(member.prefix(toByte: "="))))
    }
    return locations
  }

  private static func members(of request: HTTPRequest) -> [Substring] {
    request.target.cut(atByte: "?")?.back.split(atByte: "&") ?? []
  }
}
