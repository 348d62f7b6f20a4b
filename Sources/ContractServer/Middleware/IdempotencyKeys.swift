public import Contract

/// Carries a request with an `Idempotency-Key` out once, and answers its repetitions with the same answer
/// (draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// Server(port: 8080, middleware: [IdempotencyKeys()]) { … }
/// ```
///
/// | request | answer |
/// |---|---|
/// | first with its key | the handler's, which is kept |
/// | the same again | the kept one, with `Idempotency-Replayed: true` |
/// | the same, while the first is being carried out | 409 with `Retry-After` |
/// | another one with the key (method, target, content) | 422 |
/// | a key that is none, or a missing one that is required | 400 |
/// | one of too many that are being carried out, of all clients or of this one | 503 with `Retry-After` |
///
/// Failures of the server (5xx), 408, 425, 429, streams and answers over `maxContentBytes` are not kept: the key is free
/// again. An answer that comes after the client has gone, or after its time, is kept for the repetition.
///
/// Keys of different clients do not meet: a client is what it has been admitted by, the token, key or name and password of
/// the operation's security scheme; where the operation has none, its `Authorization`, `Cookie` and other fields with
/// credentials; and in both cases the certificate of its connection. `client` says otherwise: where credentials change
/// between repetitions, give the user's name. Whoever sends no credentials is the same client as everybody else who sends
/// none: where such requests matter, let `client` tell them apart, for example by ``/Contract/Exchange/client``.
///
/// An operation with `.idempotent(key:)` has its key in that field; for others it is `Idempotency-Key` of POST and PATCH.
/// A request of another method than its operation's, such as a question of ``ConditionalRequests``, passes.
public struct IdempotencyKeys: ServerMiddleware {
  /// Bytes of content that are read without a pause.
  private static let maxBytesAtOnce = 64 << 10

  private let store: any IdempotencyStore
  private let isRequired: Bool
  private let maxContentBytes: Int
  private let client: (@Sendable (HTTPRequest, Exchange) -> String)?

  /// Repeats answers.
  ///
  /// - Parameters:
  ///   - store: where answers are kept.
  ///   - isRequired: true refuses POST and PATCH without a key.
  ///   - maxContentBytes: longer answers are not kept.
  ///   - client: who makes a request.
  public init(
    store: any IdempotencyStore = MemoryIdempotencyStore(), isRequired: Bool = false, maxContentBytes: Int = 1 << 20,
    client: (@Sendable (HTTPRequest, Exchange) -> String)? = nil
  ) {
    self.store = store
    self.isRequired = isRequired
    self.maxContentBytes = maxContentBytes
    self.client = client
  }

  /// Carries the request out, or repeats its answer.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let declared = exchange.operation?.idempotency?.key
    guard exchange.headRefusal == nil, exchange.operation?.method.map({ $0 == request.method }) ?? true,
      declared != nil || request.method == .post || request.method == .patch
    else { return try await next(request) }
    let field = declared ?? "Idempotency-Key"
    let values = request.fields.values(field)
    if values.isEmpty {
      guard isRequired else { return try await next(request) }
      return Self.refuse(.badRequest, "this operation needs the field \(field) with a key of your choice")
    }
    guard values.count == 1, let key = Self.key(values[0].rawValue) else {
      return Self.refuse(.badRequest, "the field \(field) is no key of 1 to 255 visible characters")
    }
    let client = client?(request, exchange) ?? Self.credentials(request, exchange, keyField: field)
    let name = SHA256.hex(client.utf8) + " " + key
    switch try await store.claim(name, fingerprint: await fingerprint(of: request)) {
    case .first: return try await carryOut(request, name, next)
    case .done(let answer):
      var response = HTTPResponse(
        answer.status, fields: answer.fields, body: answer.content.isEmpty ? .empty : .bytes(answer.content))
      response.fields["Idempotency-Replayed"] = "true"
      return response
    case .inFlight:
      return Self.refuse(.conflict, "a request with this key is being carried out", ["Retry-After": "1"])
    case .mismatch: return Self.refuse(.unprocessableContent, "this key was used for another request")
    case .full:
      return Self.refuse(.serviceUnavailable, "too many requests with keys are being carried out", ["Retry-After": "1"])
    }
  }

  private func carryOut(
    _ request: HTTPRequest, _ name: String, _ next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let response: HTTPResponse
    do {
      response = try await next(request)
    } catch {
      await finish(name, nil)
      throw error
    }
    await finish(name, kept(response))
    return response
  }

  /// Tells the store, also when the client has gone and the request's task is cancelled. The request has been carried out: a
  /// store that fails makes neither its answer nor its failure another one.
  private func finish(_ name: String, _ answer: StoredAnswer?) async {
    let store = store
    let ending = Task.immediate { try await store.finish(name, answer) }
    if case .failure(let error) = await ending.result {
      StandardErrorReport.write("warning: an idempotency key is in use until its store forgets it: \(error)")
    }
  }

  /// What is kept of an answer; nil when a repetition should be carried out.
  private func kept(_ response: HTTPResponse) -> StoredAnswer? {
    guard response.status.code < 500, ![408, 425, 429].contains(response.status.code) else { return nil }
    switch response.body {
    case .empty: return StoredAnswer(response.status, fields: response.fields, content: [])
    case .bytes(let bytes):
      return bytes.count <= maxContentBytes
        ? StoredAnswer(response.status, fields: response.fields, content: bytes) : nil
    case .stream: return nil
    }
  }

  /// What tells two requests apart that have the same key.
  private func fingerprint(of request: HTTPRequest) async -> String {
    var hash = SHA256()
    hash.update("\(request.method) \(request.target) \(request.fields[.contentType]?.rawValue ?? "")\n".utf8)
    guard case .bytes(let content) = request.body else { return hash.hex() }
    for start in stride(from: 0, to: content.count, by: Self.maxBytesAtOnce) {
      // Other connections of the loop have their turn in between.
      if start > 0 { await Task.yield() }
      hash.update(content[start..<min(content.count, start + Self.maxBytesAtOnce)])
    }
    return hash.hex()
  }

  /// A string of structured fields (RFC 8941 §3.3.3), or, as many clients send it, the bare key.
  static func key(_ text: String) -> String? {
    var bytes = Array(text.utf8)
    if bytes.first == 0x22 {
      guard bytes.count >= 2, bytes.last == 0x22 else { return nil }
      var content: [UInt8] = []
      var index = 1
      while index < bytes.count - 1 {
        if bytes[index] == 0x22 { return nil }
        if bytes[index] == 0x5C {
          index += 1
          guard index < bytes.count - 1, bytes[index] == 0x22 || bytes[index] == 0x5C else { return nil }
        }
        content.append(bytes[index])
        index += 1
      }
      bytes = content
    } else if bytes.contains(where: { $0 == 0x20 || $0 == 0x2C || $0 == 0x3B || $0 == 0x22 }) {
      return nil
    }
    guard (1...255).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What says who asks: what the operation looks at, or else all fields that are secret.
  private static func credentials(
    _ request: HTTPRequest, _ exchange: Exchange, keyField: HTTPFieldName
  ) -> String {
    var parts: [String] = []
    if let scheme = exchange.admittedBy, let head = exchange.head,
      case .some(let credentials) = scheme.kind.credentials(in: head)
    {
      // Other fields may be another each time, and one client would be as many as it likes.
      parts.append("\(scheme.name): \(text(credentials))")
    } else {
      parts += request.fields.filter { $0.name.isSensitive && $0.name != keyField }
        .map { "\($0.name.canonicalName): \($0.value)" }
    }
    if let certificate = exchange.clientCertificate { parts.append("certificate: \(certificate.fingerprint)") }
    return parts.joined(separator: "\n")
  }

  private static func text(_ credentials: Credentials) -> String {
    switch credentials {
    case .bearer(let token): token
    case .basic(let username, let password): "\(username):\(password)"
    case .apiKey(let key): key
    }
  }

  private static func refuse(_ status: HTTPStatus, _ detail: String, _ fields: HTTPFields = [:]) -> HTTPResponse {
    RequestPipeline.answer(Problem(status, detail: detail, fields: fields))
  }
}
