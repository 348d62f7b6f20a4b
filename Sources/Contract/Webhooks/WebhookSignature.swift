public import ContractHTTP
internal import FoundationEssentials

/// A way to sign webhooks with HMAC-SHA-256, shared by the sender and the receiver.
///
/// ```swift
/// let signature = try WebhookSignature.standard(Secret("whsec_…"))
///
/// // The sender
/// let client = APIClient(baseURL: url).signingWebhooks(signature)
/// // The receiver
/// Server(port: 8080) { HookRoutes(hooks).middleware([WebhookVerification(signature)]) }
/// ```
///
/// With several secrets, the standard scheme signs with all of them, and any other with the first one. The receiver
/// accepts any: add the new secret, then remove the old one.
public struct WebhookSignature: Sendable {
  /// The encoding of a signature in its header.
  public enum Encoding: Hashable, Sendable {
    /// Lowercase hexadecimal digits; a receiver reads both cases.
    case hexadecimal
    /// Base64 with padding (RFC 4648 §4).
    case base64
  }

  /// A signed time of sending, which limits how long a request can be replayed.
  public struct Timestamp: Hashable, Sendable {
    /// The header with the seconds since 1970-01-01T00:00:00Z.
    public var header: HTTPFieldName
    /// The text before the timestamp in the signed text.
    public var prefix: String
    /// The text between the timestamp and the body in the signed text.
    public var separator: String

    /// Creates a timestamp. The signed text is the prefix, the timestamp, the separator and the body.
    public init(header: HTTPFieldName, prefix: String = "", separator: String = ".") {
      self.header = header
      self.prefix = prefix
      self.separator = separator
    }
  }

  enum Scheme: Sendable {
    case standard
    case header(HTTPFieldName, prefix: String, encoding: Encoding, timestamp: Timestamp?)
  }

  let scheme: Scheme
  let keys: [[UInt8]]
  /// The maximum difference between a timestamp and the receiver's clock.
  public let tolerance: Duration

  /// Returns the signature of Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, which signs the
  /// id, the timestamp and the body.
  ///
  /// - Parameters:
  ///   - secrets: keys of 24 to 64 bytes in base64, with or without `whsec_`.
  ///   - tolerance: the maximum difference between the timestamp and the receiver's clock. Default: 5 minutes.
  /// - Throws: ``WebhookSecretError`` when there is no secret, or one is invalid.
  public static func standard(
    _ secrets: Secret..., tolerance: Duration = .seconds(300)
  ) throws(WebhookSecretError) -> WebhookSignature {
    var keys: [[UInt8]] = []
    for secret in secrets {
      let prefix = "whsec_".utf8
      let digits = secret.bytes.starts(with: prefix) ? secret.bytes.dropFirst(prefix.count) : secret.bytes[...]
      guard let key = Data(base64Encoded: Data(digits)), (24...64).contains(key.count) else {
        throw WebhookSecretError("a webhook secret is not `whsec_` followed by 24 to 64 bytes in base64")
      }
      keys.append(Array(key))
    }
    return try WebhookSignature(.standard, keys, tolerance)
  }

  /// Returns the signature of the raw body in one header, such as `X-Hub-Signature-256: sha256=…`.
  ///
  /// - Parameters:
  ///   - secrets: the keys; their UTF-8 bytes are used.
  ///   - header: the header with the signature.
  ///   - prefix: the text before the signature, such as `sha256=`.
  ///   - encoding: the encoding of the signature. Default: hexadecimal.
  ///   - timestamp: the signed time of sending. Without one, a receiver cannot detect a replayed request; the handler
  ///     should then ignore known events.
  ///   - tolerance: the maximum difference between the timestamp and the receiver's clock. Default: 5 minutes.
  /// - Throws: ``WebhookSecretError`` when there is no secret, or one is empty.
  public static func hmacSHA256(
    _ secrets: Secret..., header: HTTPFieldName, prefix: String = "", encoding: Encoding = .hexadecimal,
    timestamp: Timestamp? = nil, tolerance: Duration = .seconds(300)
  ) throws(WebhookSecretError) -> WebhookSignature {
    try WebhookSignature(
      .header(header, prefix: prefix, encoding: encoding, timestamp: timestamp), secrets.map(\.bytes), tolerance)
  }

  private init(_ scheme: Scheme, _ keys: [[UInt8]], _ tolerance: Duration) throws(WebhookSecretError) {
    if keys.isEmpty { throw WebhookSecretError("a webhook signature has no secret") }
    if keys.contains([]) { throw WebhookSecretError("a webhook secret is empty") }
    self.scheme = scheme
    self.keys = keys
    self.tolerance = tolerance
  }
}

/// An error for a secret that cannot sign webhooks. It does not contain the secret.
public struct WebhookSecretError: Error, Hashable, CustomStringConvertible {
  /// The fault and its remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension WebhookSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The scheme without its secrets.
  public var description: String {
    switch scheme {
    case .standard: "Standard Webhooks"
    case .header(let header, _, _, _): "HMAC-SHA-256 in \(header)"
    }
  }

  /// The scheme without its secrets.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
