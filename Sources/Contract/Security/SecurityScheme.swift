public import ContractHTTP

/// How a client says who it is.
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
/// A server has an ``Authenticator`` for each scheme that its operations ask for, a client has credentials for those that it
/// can satisfy. Two schemes are one when they carry credentials alike and have one name.
public struct SecurityScheme: Sendable, CustomStringConvertible {
  /// How credentials travel.
  public enum Kind: Hashable, Sendable {
    /// A token in `Authorization` (RFC 6750).
    case bearer
    /// A user name and a password in `Authorization` (RFC 7617).
    case basic
    /// A key in a header field of this name.
    case headerKey(HTTPFieldName)
    /// A key as the query value of this name.
    case queryKey(String)
    /// A key in a cookie of this name (RFC 6265).
    case cookieKey(String)
  }

  /// How credentials travel.
  public let kind: Kind
  /// The scheme's name in documentation, unique among different schemes.
  public let name: String
  /// What a bearer token is, such as `JWT`, for documentation.
  public let format: String?

  private init(_ kind: Kind, name: String, format: String? = nil) {
    self.kind = kind
    self.name = name
    self.format = format
  }

  /// A bearer token (RFC 6750).
  public static let bearer = SecurityScheme(.bearer, name: "bearer")

  /// A bearer token of this format, such as `JWT`, or one of several that are told apart by their names.
  public static func bearer(format: String? = nil, name: String = "bearer") -> SecurityScheme {
    SecurityScheme(.bearer, name: name, format: format)
  }

  /// A user name and a password (RFC 7617).
  public static let basic = SecurityScheme(.basic, name: "basic")

  /// A user name and a password (RFC 7617) under a name of its own.
  public static func basic(name: String) -> SecurityScheme {
    SecurityScheme(.basic, name: name)
  }

  /// A key in a header field: `.apiKey(header: "X-API-Key")`.
  public static func apiKey(header: HTTPFieldName, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.headerKey(header), name: name ?? "header-\(header.canonicalName)")
  }

  /// A key in the query: `.apiKey(query: "key")`. It shows up in the logs of everybody on the way; prefer a header.
  public static func apiKey(query: String, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.queryKey(query), name: name ?? "query-\(query)")
  }

  /// A key in a cookie: `.apiKey(cookie: "session")`.
  public static func apiKey(cookie: String, name: String? = nil) -> SecurityScheme {
    SecurityScheme(.cookieKey(cookie), name: name ?? "cookie-\(cookie)")
  }

  /// The name.
  public var description: String { name }
}

extension SecurityScheme: Hashable {
  /// True when both carry credentials alike under one name; a format is for people only.
  public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.name == right.name }

  /// Hashes what makes the scheme.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(name)
  }
}

extension SecurityScheme.Kind {
  /// The header field that credentials stand in; nil for a query value.
  package var fieldName: HTTPFieldName? {
    switch self {
    case .bearer, .basic: .authorization
    case .headerKey(let name): name
    case .queryKey: nil
    case .cookieKey: .cookie
    }
  }

  /// The name that credentials take at a place.
  func keyName(at place: ValuePlace) -> String? {
    switch (place, self) {
    case (.query, .queryKey(let name)): name
    case (.header, _): fieldName?.rawName
    default: nil
    }
  }
}

/// A scheme and the scopes that credentials must have.
public struct SecurityRequirement: Hashable, Sendable {
  /// How a client says who it is.
  public let scheme: SecurityScheme
  /// What it must be allowed to do, all of it.
  public let scopes: [String]

  /// Credentials of this scheme with all of these scopes.
  public init(_ scheme: SecurityScheme, scopes: [String] = []) {
    self.scheme = scheme
    self.scopes = scopes
  }

  /// Credentials of this scheme with all of these scopes.
  public init(_ scheme: SecurityScheme, scopes: String...) {
    self.init(scheme, scopes: scopes)
  }
}

/// That an operation asks for no credentials, whatever the scope around it says.
public enum NoSecurity: Sendable {
  /// Everybody is admitted, and no credentials are sent.
  case none
}

extension EndpointTrait {
  /// Credentials of this scheme with all of these scopes.
  public static func security(_ scheme: SecurityScheme, scopes: String...) -> EndpointTrait {
    .security(anyOf: SecurityRequirement(scheme, scopes: scopes))
  }

  /// Credentials of this scheme with all of these scopes.
  public static func security(_ scheme: SecurityScheme, scopes: [String]) -> EndpointTrait {
    .security(anyOf: SecurityRequirement(scheme, scopes: scopes))
  }

  /// Any of several: whoever satisfies one requirement is admitted.
  public static func security(anyOf first: SecurityRequirement, _ others: SecurityRequirement...) -> EndpointTrait {
    EndpointTrait { $0.security = [first] + others }
  }

  /// No credentials at all.
  public static func security(_ none: NoSecurity) -> EndpointTrait {
    EndpointTrait { $0.security = [] }
  }
}
