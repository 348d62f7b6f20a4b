public import Contract

/// The authentication of all calls of a client: fluent calls and calls of contracts.
///
/// ```swift
/// client.auth(.bearer(token))
/// client.auth(.apiKey(key, header: "X-API-Key"))
/// client.auth(.custom { request in request.fields["X-Signature"] = try sign(request) })
/// client.tokenRefresher(store: FileTokenStore(path)) { tokens, client in … }
/// ```
///
/// Credentials are added after all middleware, and only to requests to the origin of the base URL. A redirect to
/// another origin does not carry them. A header that the request already has is kept. Descriptions do not show
/// credentials.
///
/// Use `APIClient.credentials(_:for:)` for contracts whose operations declare their security schemes.
public struct ClientAuth: Sendable {
  enum Kind: Sendable {
    case credentials(Credentials, SecurityScheme.Kind)
    case custom(@Sendable (inout HTTPRequest) async throws -> Void)
    case tokens(TokenKeeper)
  }

  let kind: Kind
  private var isForSecuredOnly = false

  init(_ kind: Kind) { self.kind = kind }

  /// Authenticates with a bearer token in `Authorization` (RFC 6750).
  public static func bearer(_ token: String) -> ClientAuth { ClientAuth(.credentials(.bearer(token), .bearer)) }

  /// Authenticates with a user name and password in `Authorization` (RFC 7617). The user name must not contain a colon.
  public static func basic(username: String, password: String) -> ClientAuth {
    ClientAuth(.credentials(.basic(username: username, password: password), .basic))
  }

  /// Authenticates with a key in a header.
  public static func apiKey(_ key: String, header name: HTTPFieldName = "X-API-Key") -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .headerKey(name)))
  }

  /// Authenticates with a key in the query. Proxies and servers log queries, so prefer a header.
  public static func apiKey(_ key: String, query name: String) -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .queryKey(name)))
  }

  /// Authenticates with a key in a cookie.
  public static func apiKey(_ key: String, cookie name: String) -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .cookieKey(name)))
  }

  /// Authenticates with a closure that adds credentials to each attempt. When the call times out or is cancelled, the
  /// closure is cancelled, and the call ends without waiting for it.
  public static func custom(_ add: @escaping @Sendable (inout HTTPRequest) async throws -> Void) -> ClientAuth {
    ClientAuth(.custom(add))
  }

  /// The authentication restricted to operations of contracts that require credentials (`@Security`), excluding fluent
  /// calls.
  public var forSecuredOperations: ClientAuth {
    var auth = self
    auth.isForSecuredOnly = true
    return auth
  }

  /// Whether the authentication applies to an operation.
  func applies(to operation: APIOperation) -> Bool { !isForSecuredOnly || !operation.security.isEmpty }

  /// The header that the authentication sets; nil if unknown.
  var fieldName: HTTPFieldName? {
    switch kind {
    case .credentials(_, .cookieKey): nil
    case .credentials(_, let kind): kind.fieldName
    case .tokens(let keeper): keeper.fieldName
    case .custom: nil
    }
  }

  /// True if the authentication does more than add fixed credentials, such as making a call.
  var runsCode: Bool {
    if case .credentials = kind { false } else { true }
  }

  /// True if a closure of the program adds the credentials.
  var isCustom: Bool {
    switch kind {
    case .credentials: false
    case .custom: true
    case .tokens(let keeper): keeper.isCustom
    }
  }
}

extension ClientAuth: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of authentication, without secrets.
  public var description: String {
    switch kind {
    case .credentials(let credentials, _): credentials.description
    case .custom: "custom <redacted>"
    case .tokens: "tokens <redacted>"
    }
  }

  /// The kind of authentication, without secrets.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIClient {
  /// Sets the authentication of all calls; nil removes it.
  public func auth(_ auth: ClientAuth?) -> APIClient {
    configured { $0.auth = auth }
  }

  /// Enables or disables the credentials of ``auth(_:)``, ``credentials(_:for:)`` and token refreshers.
  public func auth(enabled: Bool) -> APIClient {
    configured { $0.isAuthEnabled = enabled }
  }

  /// Sends credentials only with operations that require a scheme of their kind.
  ///
  /// ```swift
  /// let todos = TodosAPI(client.credentials(.bearer(token)))
  /// ```
  ///
  /// The credentials replace an `Authorization` header of the client, but not one that a request sets. If an operation
  /// has alternatives, the first one with matching credentials is used. Credentials are added after all middleware, and
  /// only to requests to the origin of the base URL. A redirect to another origin does not carry them.
  ///
  /// - Parameters:
  ///   - credentials: The credentials. They replace earlier ones for the same scheme, or of the same kind if `scheme`
  ///     is nil.
  ///   - scheme: The scheme that the credentials are for; nil for every scheme of their kind.
  public func credentials(_ credentials: Credentials, for scheme: SecurityScheme? = nil) -> APIClient {
    configured { $0.credentials.add(credentials, for: scheme) }
  }
}
