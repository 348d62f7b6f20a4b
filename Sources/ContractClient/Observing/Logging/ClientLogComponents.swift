/// The parts of a call that a client's log contains.
public struct ClientLogComponents: OptionSet, Sendable, Hashable {
  /// The raw bits of the set.
  public let rawValue: Int

  /// Creates a set from its raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The method.
  public static let method = Self(rawValue: 1 << 0)
  /// Scheme, host and port.
  public static let baseURL = Self(rawValue: 1 << 1)
  /// The path.
  public static let path = Self(rawValue: 1 << 2)
  /// The query, with secret values masked.
  public static let query = Self(rawValue: 1 << 3)
  /// The headers, with secret values masked.
  public static let headers = Self(rawValue: 1 << 4)
  /// The body, if it is text in memory, with secret values masked.
  public static let body = Self(rawValue: 1 << 5)
  /// The size of the body in bytes.
  public static let bodySize = Self(rawValue: 1 << 6)
  /// The status.
  public static let statusCode = Self(rawValue: 1 << 7)
  /// The duration of the call.
  public static let duration = Self(rawValue: 1 << 8)
  /// The times from the start at which name lookup, connection, TLS handshake and first byte were complete.
  public static let timings = Self(rawValue: 1 << 9)
  /// The number of an attempt after the first, and lines for retries, hedged attempts and redirects.
  public static let attempt = Self(rawValue: 1 << 10)
  /// The error of a call without a response, or of a response stream that broke off.
  public static let error = Self(rawValue: 1 << 11)
  /// The call's identifier, ``ClientCall/id``.
  public static let uuid = Self(rawValue: 1 << 12)
  /// The source location of the call.
  public static let location = Self(rawValue: 1 << 13)
  /// The operation's ID.
  public static let operation = Self(rawValue: 1 << 14)
  /// A separate record when a request is sent. Without it, the record at the end describes the request too.
  public static let onRequest = Self(rawValue: 1 << 15)
  /// The request as a curl command.
  public static let cURL = Self(rawValue: 1 << 16)

  /// The whole URL.
  public static let url: Self = [.baseURL, .path, .query]
  /// One line at the end of the call, with method, path, status, duration and error.
  public static let basic: Self = [.method, .path, .statusCode, .duration, .error]
  /// Two records with the headers of request and response, without bodies.
  public static let standard: Self = [
    .method, .path, .query, .headers, .bodySize, .statusCode, .duration, .attempt, .error, .uuid, .location, .onRequest,
  ]
  /// Everything except the curl command.
  public static let full: Self = [
    .standard, .url, .body, .timings, .operation,
  ]
}
