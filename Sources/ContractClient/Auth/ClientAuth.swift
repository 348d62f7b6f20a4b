public import Contract

/// Who a client says that it is, in every call: fluent ones, and those of contracts.
///
/// ```swift
/// client.auth(.bearer(token))
/// client.auth(.apiKey(key, header: "X-API-Key"))
/// client.auth(.custom { request in request.fields["X-Signature"] = try sign(request) })
/// client.tokenRefresher(store: FileTokenStore(path)) { tokens, client in … }
/// ```
///
/// It is added behind all middleware, to requests for the origin of the base URL alone, and a redirect to another origin
/// does not take it along. A field that the request has already stays. No description shows it.
///
/// `APIClient.credentials(_:for:)` is for contracts whose operations say which scheme they want.
public struct ClientAuth: Sendable {
  enum Kind: Sendable {
    case credentials(Credentials, SecurityScheme.Kind)
    case custom(@Sendable (inout HTTPRequest) async throws -> Void)
    case tokens(TokenKeeper)
  }

  let kind: Kind
  private var isForSecuredOnly = false

  init(_ kind: Kind) { self.kind = kind }

  /// A token in `Authorization` (RFC 6750).
  public static func bearer(_ token: String) -> ClientAuth { ClientAuth(.credentials(.bearer(token), .bearer)) }

  /// A user name without a colon and a password in `Authorization` (RFC 7617).
  public static func basic(username: String, password: String) -> ClientAuth {
    ClientAuth(.credentials(.basic(username: username, password: password), .basic))
  }

  /// A key in a header field.
  public static func apiKey(_ key: String, header name: HTTPFieldName = "X-API-Key") -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .headerKey(name)))
  }

  /// A key in the query. It shows up in the logs of everybody on the way; prefer a header field.
  public static func apiKey(_ key: String, query name: String) -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .queryKey(name)))
  }

  /// A key in a cookie.
  public static func apiKey(_ key: String, cookie name: String) -> ClientAuth {
    ClientAuth(.credentials(.apiKey(key), .cookieKey(name)))
  }

  /// Whatever a closure adds to each request. It runs for each attempt.
  public static func custom(_ add: @escaping @Sendable (inout HTTPRequest) async throws -> Void) -> ClientAuth {
    ClientAuth(.custom(add))
  }

  /// The same, for those operations of contracts alone that ask for credentials (`@Security`); fluent calls are left out.
  public var forSecuredOperations: ClientAuth {
    var auth = self
    auth.isForSecuredOnly = true
    return auth
  }

  /// True when calls of an operation say who they are from.
  func applies(to operation: APIOperation) -> Bool { !isForSecuredOnly || !operation.security.isEmpty }

  /// The field that it stands in; nil when nobody knows.
  var fieldName: HTTPFieldName? {
    switch kind {
    case .credentials(_, .cookieKey): nil
    case .credentials(_, let kind): kind.fieldName
    case .tokens(let keeper): keeper.fieldName
    case .custom: nil
    }
  }

  /// True when more than adding a known text is to be done for it, which may be a call of its own.
  var runsCode: Bool {
    if case .credentials = kind { false } else { true }
  }

  /// True when a closure of the program adds it.
  var isCustom: Bool {
    switch kind {
    case .credentials: false
    case .custom: true
    case .tokens(let keeper): keeper.isCustom
    }
  }
}

extension ClientAuth: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, with the rest left out.
  public var description: String {
    switch kind {
    case .credentials(let credentials, _): credentials.description
    case .custom: "custom <redacted>"
    case .tokens: "tokens <redacted>"
    }
  }

  /// The kind, with the rest left out.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIClient {
  /// Says in every call who it is from; nil says nothing.
  public func auth(_ auth: ClientAuth?) -> APIClient {
    configured { $0.auth = auth }
  }

  /// Switches off, or on again, what ``auth(_:)``, ``credentials(_:for:)`` and a token refresher add.
  public func auth(enabled: Bool) -> APIClient {
    configured { $0.isAuthEnabled = enabled }
  }

  /// Sends these credentials with operations that ask for a scheme of their kind, and with no others.
  ///
  /// ```swift
  /// let todos = TodosAPI(client.credentials(.bearer(token)))
  /// ```
  ///
  /// They count before an `Authorization` field of the client and after one that a request has itself. Of an operation's
  /// alternatives the first counts for which there are credentials. They are added after all middleware, only for the
  /// origin of the base URL, and are not sent on to another origin by a redirect.
  ///
  /// - Parameters:
  ///   - credentials: replace earlier ones for the same scheme, or of the same kind without one.
  ///   - scheme: the one scheme that they are for; nil for every scheme of their kind.
  public func credentials(_ credentials: Credentials, for scheme: SecurityScheme? = nil) -> APIClient {
    configured { $0.credentials.add(credentials, for: scheme) }
  }
}
