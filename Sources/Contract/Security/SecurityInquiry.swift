internal import ContractHTTP

/// The check of one request's credentials: it names the credentials to authenticate, receives the results, and decides.
///
/// Between the first two steps, a caller may wait.
struct SecurityInquiry {
  /// Credentials with their authenticator.
  struct Question {
    let authenticator: Authenticator
    let credentials: Credentials
  }

  private let alternatives: [SecurityGate.Alternative]
  private let head: RequestHead
  private var index = 0
  private var challenges: [Challenge] = []
  private var forbidden: [Challenge] = []
  private var isRefused = false
  /// Credentials that were authenticated before: requirements of one scheme differ only in scopes.
  private var known: [SecurityGate.KnownClient]
  private var admitted: (any AcceptedClient)?

  init(_ alternatives: [SecurityGate.Alternative], _ head: RequestHead, knowing known: SecurityGate.KnownClient?) {
    self.alternatives = alternatives
    self.head = head
    self.known = known.map { [$0] } ?? []
  }

  /// Returns the next credentials to authenticate; nil when ``decision`` is known.
  mutating func next() -> Question? {
    while admitted == nil, index < alternatives.count {
      let alternative = alternatives[index]
      switch alternative.requirement.scheme.kind.credentials(in: head) {
      case .none:
        challenges.append(Challenge(authenticator: alternative.authenticator))
      case .malformed:
        isRefused = true
        challenges.append(Challenge(authenticator: alternative.authenticator, fault: .invalidToken))
      case .some(let credentials):
        let scheme = alternative.requirement.scheme
        guard let earlier = known.first(where: { $0.scheme == scheme && $0.credentials == credentials })
        else { return Question(authenticator: alternative.authenticator, credentials: credentials) }
        take(earlier.client)
        continue
      }
      index += 1
    }
    return nil
  }

  /// Records the result for the credentials that ``next()`` has returned.
  mutating func answer(_ question: Question, with client: (any AcceptedClient)?) {
    known.append(
      SecurityGate.KnownClient(
        scheme: question.authenticator.scheme, credentials: question.credentials, client: client))
    take(client)
  }

  private mutating func take(_ client: (any AcceptedClient)?) {
    let alternative = alternatives[index]
    guard let client else {
      isRefused = true
      challenges.append(Challenge(authenticator: alternative.authenticator, fault: .invalidToken))
      index += 1
      return
    }
    let scopes = alternative.requirement.scopes
    if scopes.allSatisfy(client.scopes.contains) {
      admitted = client
    } else {
      forbidden.append(Challenge(authenticator: alternative.authenticator, fault: .insufficientScope, scopes: scopes))
      index += 1
    }
  }

  /// The decision, after ``next()`` has returned nil.
  var decision: SecurityGate.Decision {
    if let admitted { return .admitted(admitted, requirement: index) }
    if !forbidden.isEmpty { return .refused(Self.forbidden(forbidden)) }
    return .refused(Self.unauthorized(challenges, isRefused: isRefused))
  }

  /// Returns the 401 for a client that is not authenticated (RFC 9110 §15.5.2).
  private static func unauthorized(_ challenges: [Challenge], isRefused: Bool) -> Problem {
    Problem(
      .unauthorized,
      detail: isRefused ? "the credentials are not accepted" : "this operation needs credentials",
      fields: fields(challenges))
  }

  /// Returns the 403 for an authenticated client without the scopes (RFC 9110 §15.5.4; RFC 6750 §3.1).
  private static func forbidden(_ challenges: [Challenge]) -> Problem {
    let scopes = challenges.map { challenge in challenge.scopes.map { "`\($0)`" }.joined(separator: " and ") }
    let bearers = challenges.filter { $0.authenticator.scheme.kind == .bearer }
    return Problem(
      .forbidden, detail: "this operation needs \(scopes.joined(separator: ", or "))", fields: fields(bearers))
  }

  private static func fields(_ challenges: [Challenge]) -> HTTPFields {
    var fields = HTTPFields()
    for challenge in challenges {
      let value = HTTPFieldValue(unchecked: challenge.text)
      if !fields.values(.wwwAuthenticate).contains(value) { fields.append(.wwwAuthenticate, value) }
    }
    return fields
  }
}
