public import ContractHTTP

/// A way to send credentials, such as a bearer token.
///
/// ```swift
/// @API @Security(.bearer, scopes: "todos:read")
/// protocol Todos: Sendable {
///   @POST("/todos") @Security(.bearer, scopes: "todos:write")
///   func create(title: String) async throws -> Todo
///   @GET("/version") @Security(.none)
///   func version() async throws -> String
/// }
/// ```
///
/// A server needs an ``Authenticator`` for each scheme of its operations; a client needs credentials for one scheme of
/// each operation that it calls. Two schemes are equal if they have the same kind and name.
public struct SecurityScheme: Sendable, CustomStringConvertible {
  /// The location and form of credentials in a request.
  public enum Kind: Hashable, Sendable {
    /// A token in `Authorization` (RFC 6750).
    case bearer
    /// A user name and a password in `Authorization` (RFC 7617).
    case basic
    /// A key in the header with this name.
    case headerKey(HTTPFieldName)
    /// A key in the query value with this name.
    case queryKey(String)
    /// A key in the cookie with this name (RFC 6265).
    case cookieKey(String)
  }

  /// The location and form of credentials in a request.
  public let kind: Kind
  /// The scheme's name in documentation, unique among different schemes.
  public let name: String
  /// The format of a bearer token for documentation, such as `JWT`.
  public let format: String?

  private init(_ kind: Kind, name: String, format: String? = nil) {
    self.kind = kind
    self.name = name
    self.format = format
  }

  /// A bearer token (RFC 6750).
  public static let bearer = SecurityScheme(.bearer, name: "bearer")

  /// Creates a scheme of bearer tokens with this format, such as `JWT`. Distinguish several bearer schemes by their names.
  public static func bearer(format: String? = nil, name: String = "bearer") -> SecurityScheme {
    SecurityScheme(.bearer, name: name, format: format)
  }

  /// Unavailable: a server sees only the token.
  @available(
    *, unavailable,
    message: "OAuth 2 has bearer tokens: write '@Security(.bearer)', and let the client get them from a TokenStore"
  )
  public static var oauth2: SecurityScheme { bearer }

  /// A user name and a password (RFC 7617).
  public static let basic = SecurityScheme(.basic, name: "basic")

  /// Creates a scheme of user name and password (RFC 7617) with this name in documentation.
  public static func basic(name: String) -> SecurityScheme {
    SecurityScheme(.basic, name: name)
  }

  /// Creates a scheme of keys in a header: `.apiKey(header: "X-API-Key")`.
  public static func apiKey(header: HTTPFieldName, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.headerKey(header), name: name ?? "header-\(header.canonicalName)")
  }

  /// Creates a scheme of keys in the query: `.apiKey(query: "key")`. Queries show up in the logs of every proxy; prefer a header.
  public static func apiKey(query: String, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.queryKey(query), name: name ?? "query-\(query)")
  }

  /// Creates a scheme of keys in a cookie: `.apiKey(cookie: "session")`.
  public static func apiKey(cookie: String, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.cookieKey(cookie), name: name ?? "cookie-\(cookie)")
  }

  /// The name.
  public var description: String { name }
}

extension SecurityScheme: Hashable {
  /// Returns true if both have the same kind and name; the format is ignored.
  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.name == right.name }

  /// Hashes the kind and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(name)
  }
}

extension SecurityScheme.Kind {
  /// The header that carries the credentials; nil for a query value.
  package var fieldName: HTTPFieldName? {
    switch self {
    case .bearer, .basic: .authorization
    case .headerKey(let name): name
    case .queryKey: nil
    case .cookieKey: .cookie
    }
  }

  /// Returns the name of the credentials at a location; nil if they are sent elsewhere.
  func keyName(at location: ParameterLocation) -> String? {
    switch (location, self) {
    case (.query, .queryKey(let name)): name
    case (.header, _): fieldName?.rawName
    default: nil
    }
  }
}

/// A scheme and the scopes that credentials must have.
public struct SecurityRequirement: Hashable, Sendable {
  /// The scheme of the credentials.
  public let scheme: SecurityScheme
  /// The required scopes; credentials must have all of them.
  public let scopes: [String]

  /// Creates a requirement of this scheme with all of these scopes.
  public init(_ scheme: SecurityScheme, scopes: [String] = []) {
    self.scheme = scheme
    self.scopes = scopes
  }

  /// Creates a requirement of this scheme with all of these scopes.
  public init(_ scheme: SecurityScheme, scopes: String...) {
    self.init(scheme, scopes: scopes)
  }
}

/// The argument of `@Security(.none)`, which removes the requirements of the enclosing scope.
public struct NoSecurity: _SecurityExemption {
  fileprivate init() {}
}

/// The protocol of ``NoSecurity``. Attributes are generic over it, so that the compiler's error about another member
/// does not name ``NoSecurity``.
public protocol _SecurityExemption: Sendable {}

extension _SecurityExemption where Self == NoSecurity {
  /// Requires no credentials and sends none.
  public static var none: NoSecurity { NoSecurity() }
}

extension EndpointTrait {
  /// Requires credentials of this scheme with all of these scopes.
  public static func security(_ scheme: SecurityScheme, scopes: String...) -> EndpointTrait {
    .security(anyOf: SecurityRequirement(scheme, scopes: scopes))
  }

  /// Requires credentials of this scheme with all of these scopes.
  public static func security(_ scheme: SecurityScheme, scopes: [String]) -> EndpointTrait {
    .security(anyOf: SecurityRequirement(scheme, scopes: scopes))
  }

  /// Requires credentials that satisfy one of several requirements.
  public static func security(anyOf first: SecurityRequirement, _ others: SecurityRequirement...) -> EndpointTrait {
    EndpointTrait { $0.security = [first] + others }
  }

  /// Requires no credentials, whatever the enclosing scope requires.
  public static func security<Exemption: _SecurityExemption>(_ none: Exemption) -> EndpointTrait {
    EndpointTrait { $0.security = [] }
  }
}
