public import Contract

/// Middleware that executes a request with an `Idempotency-Key` once, and replays the response to retries
/// (draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// Server(port: 8080, middleware: [IdempotencyKeys()]) { … }
/// ```
///
/// | request | response |
/// |---|---|
/// | first with this key | the handler's, which is stored |
/// | retry | the stored one, with `Idempotency-Replayed: true` |
/// | retry while the first request is executing | 409 with `Retry-After` |
/// | another request with this key (method, host, target, body) | 422 |
/// | an invalid key, or no key although `isRequired` | 400 |
/// | too many executing requests with keys, in total or of this client | 503 with `Retry-After` |
///
/// Server errors (5xx), 401, 403, 407, 408, 425, 429, streams and bodies over `maxContentBytes` are not stored: the key
/// becomes free again. If the handler reads the body while it arrives, the key also becomes free when reading fails or the response is
/// a 400: the retry may arrive undamaged. A response after the client disconnected or the handler timed out is stored for
/// the retry.
///
/// Bodies in memory are compared by their hashes. The content of a body that the handler reads while it arrives is not
/// compared, only its announced length, `Content-Digest` and `Repr-Digest`, so clients should send a digest.
///
/// The host is that of ``/Contract/Exchange/client``, without a port. If a proxy sends requests to replicas under different
/// hosts, let it forward the client's host, and use ``TrustedProxies`` further outside.
///
/// Keys of different clients are independent. By default a client is identified by the credentials of the operation's
/// security scheme, or else by `Authorization`, `Cookie` and other sensitive headers except signatures, and always by its
/// certificate. If credentials change between retries, let `client` return the user's name. All clients without
/// credentials count as one client: where such requests matter, let `client` distinguish them, for example by
/// ``/Contract/Exchange/client``.
///
/// A stored response is sent without calling middleware further inside. Middleware that checks who sends a request must
/// therefore be further outside. A server does not start if ``/Contract/WebhookVerification`` is inside:
///
/// ```swift
/// HooksRoutes(hooks).middleware([WebhookVerification(signature), IdempotencyKeys()])
/// ```
///
/// The key of an operation with `.idempotent(key:)` is in the header named there; for other operations it is the
/// `Idempotency-Key` of POST and PATCH. Requests with another method than their operation's, such as the GET of
/// ``ConditionalRequests``, are passed on.
public struct IdempotencyKeys: ServerMiddleware {
  /// The number of bytes to hash before yielding to other connections.
  private static let maxBytesAtOnce = 64 << 10

  /// The headers that distinguish streamed bodies (RFC 9530).
  private static let digests: [HTTPFieldName] = ["Content-Digest", "Repr-Digest"]

  private let store: any IdempotencyStore
  private let isRequired: Bool
  private let maxContentBytes: Int
  private let client: (@Sendable (HTTPRequest, Exchange) -> String)?

  /// Creates middleware that replays responses.
  ///
  /// - Parameters:
  ///   - store: the storage of responses. Default: ``MemoryIdempotencyStore``.
  ///   - isRequired: whether to refuse POST and PATCH without a key. Default: false.
  ///   - maxContentBytes: the maximum size of a stored body. Default: 1 MiB.
  ///   - client: returns an identifier of the request's client.
  public init(
    store: any IdempotencyStore = MemoryIdempotencyStore(), isRequired: Bool = false, maxContentBytes: Int = 1 << 20,
    client: (@Sendable (HTTPRequest, Exchange) -> String)? = nil
  ) {
    self.store = store
    self.isRequired = isRequired
    self.maxContentBytes = maxContentBytes
    self.client = client
  }

  /// The statuses below 500 after which a retry executes the request again: those that depend on the sender's credentials,
  /// which are not fully part of a key, and those that ask the client to try again.
  private static let retried: Set<Int> = [401, 403, 407, 408, 425, 429]

  /// Executes the request, or replays its response.
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
      return Self.refuse(.badRequest, "the header \(field) is missing; send a unique key of your choice")
    }
    guard values.count == 1, let key = Self.key(values[0].rawValue) else {
      return Self.refuse(.badRequest, "the header \(field) is not a key of 1 to 255 visible ASCII characters")
    }
    let client = client?(request, exchange) ?? Self.credentials(request, exchange, keyField: field)
    let name = SHA256.hex(client.utf8) + " " + key
    switch try await store.claim(name, fingerprint: await fingerprint(of: request, exchange)) {
    case .first: return try await execute(request, name, next)
    case .done(let response):
      var response = HTTPResponse(
        response.status, fields: response.fields, body: response.content.isEmpty ? .empty : .bytes(response.content))
      response.fields["Idempotency-Replayed"] = "true"
      return response
    case .inFlight:
      return Self.refuse(.conflict, "a request with this key is in progress", ["Retry-After": "1"])
    case .mismatch: return Self.refuse(.unprocessableContent, "this key was used for a different request")
    case .full:
      return Self.refuse(
        .serviceUnavailable, "too many requests with idempotency keys are in progress; try again later",
        ["Retry-After": "1"])
    }
  }

  private func execute(
    _ request: HTTPRequest, _ name: String, _ next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let hasFailed = Lock(false)
    var passed = request
    if case .stream(let stream) = request.body {
      passed.body = .stream(Self.recordingFailure(in: hasFailed, of: stream))
    }
    let response: HTTPResponse
    do {
      response = try await next(passed)
    } catch {
      await finish(name, nil)
      throw error
    }
    // A 400 to a streamed body is not kept, because the body may have arrived damaged, for example with a wrong checksum.
    let isDamaged = hasFailed.withLock { $0 } || (request.body.isStream && response.status == .badRequest)
    await finish(name, isDamaged ? nil : kept(response))
    return response
  }

  /// Returns the stream, and sets `hasFailed` when a read fails. The handler may respond as if the body were malformed.
  private static func recordingFailure(in hasFailed: Lock<Bool>, of stream: ByteStream) -> ByteStream {
    stream.passing(mediaType: stream.mediaType) {
      do {
        return try await stream.next()
      } catch {
        hasFailed.withLock { $0 = true }
        throw error
      }
    }
  }

  /// Informs the store, even if the client disconnected and the request's task is cancelled. The request has been
  /// executed, so a failure of the store does not change its result.
  private func finish(_ name: String, _ response: StoredResponse?) async {
    let store = store
    let ending = Task.immediate { try await store.finish(name, response) }
    if case .failure(let error) = await ending.result {
      StandardErrorReport.write("warning: an idempotency key stays claimed until the store forgets it: \(error)")
    }
  }

  /// Returns the response to store; nil if a retry should execute the request again.
  private func kept(_ response: HTTPResponse) -> StoredResponse? {
    guard response.status.code < 500, !Self.retried.contains(response.status.code) else { return nil }
    switch response.body {
    case .empty: return StoredResponse(response.status, fields: response.fields, content: [])
    case .bytes(let bytes):
      return bytes.count <= maxContentBytes
        ? StoredResponse(response.status, fields: response.fields, content: bytes) : nil
    case .stream: return nil
    }
  }

  /// Returns a hash that distinguishes different requests with the same key.
  private func fingerprint(of request: HTTPRequest, _ exchange: Exchange) async -> String {
    var hash = SHA256()
    hash.update("\(request.method) \(request.target) \(request.fields[.contentType]?.rawValue ?? "")\n".utf8)
    // A server may serve several hosts. A retry may name another port, for example the default one.
    let authority = exchange.client.host ?? request.authority ?? ""
    hash.update(AllowedHosts.host(of: authority) ?? Array(authority.utf8))
    hash.update("\n".utf8)
    let content: [UInt8]
    switch request.body {
    case .empty: return hash.hex()
    case .stream(let stream):
      // The length and the digest headers are hashed instead of the bytes, which are not known before the handler reads the
      // stream.
      hash.update("\(stream.length.map { "\($0)" } ?? "-")\n".utf8)
      for name in Self.digests {
        hash.update("\(request.fields.values(name).map(\.rawValue).joined(separator: ", "))\n".utf8)
      }
      return hash.hex()
    case .bytes(let bytes): content = bytes
    }
    for start in stride(from: 0, to: content.count, by: Self.maxBytesAtOnce) {
      // Let other connections of the loop make progress.
      if start > 0 { await Task.yield() }
      hash.update(content[start..<min(content.count, start + Self.maxBytesAtOnce)])
    }
    return hash.hex()
  }

  /// Parses a string of structured fields (RFC 8941 §3.3.3), or a bare key, which many clients send.
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

  /// Returns the client's credentials: those of the operation's scheme, or else all sensitive headers.
  private static func credentials(
    _ request: HTTPRequest, _ exchange: Exchange, keyField: HTTPFieldName
  ) -> String {
    var parts: [String] = []
    if let scheme = exchange.admittedBy, let head = exchange.head,
      case .some(let credentials) = scheme.kind.credentials(in: head)
    {
      // Only these credentials identify the client. Other headers could vary between its requests, so that it would appear as
      // several clients.
      parts.append("\(scheme.name): \(text(credentials))")
    } else {
      parts += request.fields.filter { $0.name.isSensitive && $0.name != keyField && !isSignature($0.name) }
        .map { "\($0.name.canonicalName): \($0.value)" }
    }
    if let certificate = exchange.clientCertificate { parts.append("certificate: \(certificate.fingerprint)") }
    return parts.joined(separator: "\n")
  }

  /// Returns true for the header of a signature, which covers a time and differs between the attempts of one client.
  private static func isSignature(_ name: HTTPFieldName) -> Bool {
    name.canonicalName.ends(withBytes: "signature") || name.canonicalName.ends(withBytes: "signature-256")
  }

  private static func text(_ credentials: Credentials) -> String {
    switch credentials {
    case .bearer(let token): token
    case .basic(let username, let password): "\(username):\(password)"
    case .apiKey(let key): key
    }
  }

  private static func refuse(_ status: HTTPStatus, _ detail: String, _ fields: HTTPFields = [:]) -> HTTPResponse {
    RequestPipeline.response(Problem(status, detail: detail, fields: fields))
  }
}

extension HTTPBody {
  fileprivate var isStream: Bool {
    if case .stream = self { true } else { false }
  }
}
