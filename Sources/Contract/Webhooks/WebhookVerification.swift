internal import ContractCoding
public import ContractHTTP
internal import FoundationEssentials

/// Middleware of a server that refuses webhooks without a valid signature, before their body is decoded.
///
/// ```swift
/// let signature = try WebhookSignature.hmacSHA256(
///   Secret(secret), header: "X-Hub-Signature-256", prefix: "sha256=")
/// Server(port: 8080) {
///   HookRoutes(hooks).middleware([WebhookVerification(signature)])
/// }
/// ```
///
/// A request without a matching signature, or with a timestamp outside ``WebhookSignature/tolerance``, gets a 401 with the
/// challenge `WebhookSignature header="…"`. The signature covers the body as the handler gets it: on a server with
/// `RequestDecompression`, this is the decompressed body. Signatures are compared in constant time.
///
/// The middleware must be outside `IdempotencyKeys`, which would otherwise send stored responses to requests without a
/// signature: `.middleware([WebhookVerification(signature), IdempotencyKeys()])`.
public struct WebhookVerification: Middleware {
  /// The reason to refuse a request. Its text contains no bytes of the request.
  enum Fault: Error, Equatable {
    case missing(HTTPFieldName)
    case invalidTimestamp(HTTPFieldName)
    case expired(HTTPFieldName)
    case mismatch

    var detail: String {
      switch self {
      case .missing(let header): "the header \(header) is missing or repeated"
      case .invalidTimestamp(let header): "the header \(header) is not a number of seconds since 1970"
      case .expired(let header): "the time in \(header) differs too much from the server's clock"
      case .mismatch: "no signature matches the body"
      }
    }
  }

  private let signature: WebhookSignature
  private let seconds: @Sendable () -> Int64

  /// Creates middleware that checks `signature`.
  public init(_ signature: WebhookSignature) {
    self.init(signature) { Int64(Date().timeIntervalSince1970) }
  }

  /// The maximum size of a body that the operation reads as a stream without declaring a limit.
  private static let maxStreamedBytes = 1 << 20

  package init(_ signature: WebhookSignature, seconds: @escaping @Sendable () -> Int64) {
    self.signature = signature
    self.seconds = seconds
  }

  /// Passes on a signed request, and refuses any other with 401.
  ///
  /// - Throws: errors of `next`, and of a body that cannot be read.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var request = request
    let body: [UInt8]
    if case .stream(let stream) = request.body {
      do {
        body = try await stream.collect(upTo: operation?.maxBodyBytes ?? Self.maxStreamedBytes)
      } catch let error as HTTPBodyTooLarge {
        let detail = "a signed request body may have at most \(error.maxBytes) bytes"
        return try Problem(.contentTooLarge, detail: detail).response()
      }
      // The handler gets the bytes, because the stream cannot be read again.
      request.body = .bytes(body)
      request.fields.addDigest(of: stream)
    } else {
      body = request.body.heldBytes
    }
    do {
      try await check(request.fields, body)
    } catch {
      let fields: HTTPFields = [.wwwAuthenticate: signature.challenge]
      return try Problem(.unauthorized, detail: error.detail, fields: fields).response()
    }
    return try await next(request)
  }

  /// Checks the headers of a request with this body.
  func check(_ fields: HTTPFields, _ body: [UInt8]) async throws(Fault) {
    switch signature.scheme {
    case .standard:
      let id = try value(of: WebhookSignature.idHeader, in: fields)
      let signatures = try value(of: WebhookSignature.signatureHeader, in: fields)
      let timestamp = try checkedTimestamp(WebhookSignature.timestampHeader, in: fields)
      let codes = signatures.split(atByte: " ").compactMap { part in
        part.cut(atByte: ",").flatMap { $0.0 == "v1" ? WebhookSignature.Encoding.base64.code($0.1) : nil }
      }
      try await match(codes, Array("\(id).\(timestamp).".utf8), body)
    case .header(let header, let prefix, let encoding, let timestamp):
      let text = try value(of: header, in: fields)
      let before = try timestamp.map { timestamp throws(Fault) in
        timestamp.text(try checkedTimestamp(timestamp.header, in: fields))
      }
      guard text.utf8.starts(with: prefix.utf8) else { throw .mismatch }
      let code = encoding.code(Substring(text.utf8.dropFirst(prefix.utf8.count)))
      try await match(code.map { [$0] } ?? [], before ?? [], body)
    }
  }

  private func match(_ codes: [[UInt8]], _ text: [UInt8], _ body: [UInt8]) async throws(Fault) {
    if codes.isEmpty { throw .mismatch }
    var isMatched = false
    for key in signature.keys {
      let expected = await WebhookSignature.code(key, text, body)
      for code in codes where HMACSHA256.isEqual(code, expected) { isMatched = true }
    }
    if !isMatched { throw .mismatch }
  }

  private func value(of header: HTTPFieldName, in fields: HTTPFields) throws(Fault) -> String {
    let values = fields.values(header)
    guard values.count == 1 else { throw .missing(header) }
    return values[0].rawValue
  }

  /// Returns a timestamp within the tolerance, as it was sent.
  private func checkedTimestamp(_ header: HTTPFieldName, in fields: HTTPFields) throws(Fault) -> String {
    let text = try value(of: header, in: fields)
    guard (1...12).contains(text.utf8.count), text.hasOnlyDigits,
      let sent = Int64(text)
    else { throw .invalidTimestamp(header) }
    guard Duration.seconds(abs(seconds() - sent)) <= signature.tolerance else { throw .expired(header) }
    return text
  }
}

extension WebhookSignature {
  /// The challenge of a 401, which must have one (RFC 9110 §15.5.2). No scheme is registered for signed webhooks.
  fileprivate var challenge: HTTPFieldValue {
    let header =
      switch scheme {
      case .standard: Self.signatureHeader
      case .header(let header, _, _, _): header
      }
    return HTTPFieldValue(unchecked: "WebhookSignature header=\(Challenge.quoted(header.rawName))")
  }
}
