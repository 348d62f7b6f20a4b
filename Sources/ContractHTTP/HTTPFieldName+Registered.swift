extension HTTPFieldName {
  /// `Accept` (RFC 9110 §12.5.1).
  public static let accept = HTTPFieldName(unchecked: "Accept")
  /// `Accept-Encoding` (RFC 9110 §12.5.3).
  public static let acceptEncoding = HTTPFieldName(unchecked: "Accept-Encoding")
  /// `Allow` (RFC 9110 §10.2.1).
  public static let allow = HTTPFieldName(unchecked: "Allow")
  /// `Authorization` (RFC 9110 §11.6.2).
  public static let authorization = HTTPFieldName(unchecked: "Authorization")
  /// `Connection` (RFC 9110 §7.6.1).
  public static let connection = HTTPFieldName(unchecked: "Connection")
  /// `Content-Encoding` (RFC 9110 §8.4).
  public static let contentEncoding = HTTPFieldName(unchecked: "Content-Encoding")
  /// `Content-Length` (RFC 9110 §8.6).
  public static let contentLength = HTTPFieldName(unchecked: "Content-Length")
  /// `Content-Type` (RFC 9110 §8.3).
  public static let contentType = HTTPFieldName(unchecked: "Content-Type")
  /// `Cookie` (RFC 6265 §5.4).
  public static let cookie = HTTPFieldName(unchecked: "Cookie")
  /// `Date` (RFC 9110 §6.6.1).
  public static let date = HTTPFieldName(unchecked: "Date")
  /// `Expect` (RFC 9110 §10.1.1).
  public static let expect = HTTPFieldName(unchecked: "Expect")
  /// `Host` (RFC 9110 §7.2).
  public static let host = HTTPFieldName(unchecked: "Host")
  /// `Location` (RFC 9110 §10.2.2).
  public static let location = HTTPFieldName(unchecked: "Location")
  /// `Proxy-Authorization` (RFC 9110 §11.7.2).
  public static let proxyAuthorization = HTTPFieldName(unchecked: "Proxy-Authorization")
  /// `Server` (RFC 9110 §10.2.4).
  public static let server = HTTPFieldName(unchecked: "Server")
  /// `Set-Cookie` (RFC 6265 §4.1).
  public static let setCookie = HTTPFieldName(unchecked: "Set-Cookie")
  /// `Transfer-Encoding` (RFC 9112 §6.1).
  public static let transferEncoding = HTTPFieldName(unchecked: "Transfer-Encoding")
  /// `Deprecation` (RFC 9745).
  public static let deprecation = HTTPFieldName(unchecked: "Deprecation")
  /// `Sunset` (RFC 8594).
  public static let sunset = HTTPFieldName(unchecked: "Sunset")
  /// `User-Agent` (RFC 9110 §10.1.5).
  public static let userAgent = HTTPFieldName(unchecked: "User-Agent")
  /// `WWW-Authenticate` (RFC 9110 §11.6.1).
  public static let wwwAuthenticate = HTTPFieldName(unchecked: "WWW-Authenticate")
  /// `X-Request-ID`: identifies a request in logs and responses.
  public static let requestID = HTTPFieldName(unchecked: "X-Request-ID")

  /// True for headers that carry credentials. Descriptions, logs and errors never show their values.
  ///
  /// Sensitive names are a fixed list and all that end in `token`, `-key`, `apikey`, `secret`, `password`,
  /// `authorization`, `-auth`, `assertion`, `jwt`, `credential`, `credentials`, `signature`, `signature-256`, `session`,
  /// `session-id` or `sessionid`. Idempotency keys and `Sec-WebSocket-Key` are exceptions, because they identify a call, not
  /// the caller, and so are `Access-Control-Allow-Credentials` and `Accept-Signature`.
  public var isSensitive: Bool {
    if Self.sensitiveNames.contains(canonicalName) { return true }
    return Self.sensitiveEnds.contains { canonicalName.ends(withBytes: $0) }
      && !Self.plainEnds.contains { canonicalName.ends(withBytes: $0) }
  }

  private static let sensitiveEnds = [
    "token", "-key", "apikey", "secret", "password", "authorization", "-auth", "assertion", "jwt", "credential",
    "credentials", "signature", "signature-256", "session", "session-id", "sessionid",
  ]
  private static let plainEnds = [
    "idempotency-key", "sec-websocket-key", "access-control-allow-credentials", "accept-signature",
  ]

  private static let sensitiveNames: Set<String> = [
    "authorization", "cookie", "set-cookie", "auth", "dpop", "authentication-info", "proxy-authentication-info",
    "x-amzn-oidc-data",
  ]
}
