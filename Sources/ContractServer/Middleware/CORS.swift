public import Contract

/// Lets pages of other origins call the server (the Fetch standard's CORS protocol).
///
/// ```swift
/// Server(port: 8080, middleware: [CORS(origins: .these(["https://app.example"]), allowsCredentials: true)]) { … }
/// ```
///
/// Preflights are answered with 204 and never reach a handler; without further words the methods are those that the path is
/// served for. Refusals have the fields too, so that a page sees a 401 as a 401. A request from an origin that is not
/// allowed is answered without the fields: the browser keeps the answer from the page. CORS protects no server from other
/// clients.
///
/// Credentials and any origin do not go together, by the protocol and by type: ``Origins/any`` never allows credentials.
public struct CORS: ServerMiddleware {
  /// Who may call.
  public enum Origins: Sendable {
    /// Every origin, without credentials.
    case any
    /// These, such as `https://app.example`, spelled as browsers do: no path, no default port.
    case these(Set<String>)
    /// Those for which the closure says true; it runs on a loop and must not block.
    case matching(@Sendable (String) -> Bool)
  }

  private let origins: Origins
  private let methods: [HTTPMethod]?
  private let headers: [HTTPFieldName]?
  private let exposed: [HTTPFieldName]
  private let allowsCredentials: Bool
  private let maxAge: Duration

  /// Rules for pages of other origins.
  ///
  /// - Parameters:
  ///   - methods: what pages may use; nil for whatever the path is served for.
  ///   - headers: the fields that pages may send; nil for those they ask for.
  ///   - exposed: the fields that pages may read beside the safelisted ones.
  ///   - allowsCredentials: pages may send cookies and `Authorization` of the browser; never for ``Origins/any``.
  ///   - maxAge: how long a browser may keep the answer to a preflight.
  public init(
    origins: Origins, methods: [HTTPMethod]? = nil, headers: [HTTPFieldName]? = nil, exposed: [HTTPFieldName] = [],
    allowsCredentials: Bool = false, maxAge: Duration = .seconds(600)
  ) {
    self.origins = origins
    self.methods = methods
    self.headers = headers
    self.exposed = exposed
    if case .any = origins { self.allowsCredentials = false } else { self.allowsCredentials = allowsCredentials }
    self.maxAge = maxAge
  }

  /// Answers preflights and adds the fields to other answers.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let wantsMethod = request.fields.values(Self.requestMethod)
    if request.method == .options, request.fields.contains(Self.origin), let wanted = wantsMethod.first {
      return try await preflight(request, wanted, in: exchange, next: next)
    }
    var response = try await next(request)
    mark(&response, origin: request.fields.values(Self.origin))
    return response
  }

  /// Adds the fields to an answer of the server's own.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    mark(&response, origin: exchange.head?.fields.values(Self.origin) ?? [])
  }

  private func mark(_ response: inout HTTPResponse, origin values: [HTTPFieldValue]) {
    if variesByOrigin { response.fields.addVary("Origin") }
    guard values.count == 1, let allowed = allowed(values[0]) else { return }
    response.fields[Self.allowOrigin] = allowed
    if allowsCredentials { response.fields[Self.allowCredentials] = "true" }
    if !exposed.isEmpty { response.fields[Self.exposeHeaders] = Self.list(exposed.map(\.rawName)) }
  }

  private func preflight(
    _ request: HTTPRequest, _ wanted: HTTPFieldValue, in exchange: Exchange,
    next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var fields = HTTPFields()
    fields.addVary("Origin")
    fields.addVary(Self.requestMethod.rawName)
    fields.addVary(Self.requestHeaders.rawName)
    let values = request.fields.values(Self.origin)
    guard values.count == 1, let allowed = allowed(values[0]) else { return HTTPResponse(.noContent, fields: fields) }
    fields[Self.allowOrigin] = allowed
    if allowsCredentials { fields[Self.allowCredentials] = "true" }
    if let methods {
      fields[Self.allowMethods] = Self.list(methods.map(\.rawValue))
    } else if exchange.operation == nil, let served = try await next(request).fields[.allow] {
      // The answer to OPTIONS where nobody else serves it: no handler has run.
      fields[Self.allowMethods] = served
    } else {
      fields[Self.allowMethods] = wanted
    }
    if let headers {
      if !headers.isEmpty { fields[Self.allowHeaders] = Self.list(headers.map(\.rawName)) }
    } else {
      let asked = request.fields.values(Self.requestHeaders).map(\.rawValue).joined(separator: ", ")
      if !asked.isEmpty { fields[Self.allowHeaders] = HTTPFieldValue(unchecked: asked) }
    }
    fields[Self.maxAgeName] = HTTPFieldValue(unchecked: String(max(0, maxAge.components.seconds)))
    return HTTPResponse(.noContent, fields: fields)
  }

  /// The value of `Access-Control-Allow-Origin`; nil when the origin may not call.
  private func allowed(_ origin: HTTPFieldValue) -> HTTPFieldValue? {
    switch origins {
    case .any: "*"
    case .these(let origins): origins.contains(origin.rawValue) ? origin : nil
    case .matching(let isAllowed): isAllowed(origin.rawValue) ? origin : nil
    }
  }

  private var variesByOrigin: Bool {
    if case .any = origins { false } else { true }
  }

  private static func list(_ names: [String]) -> HTTPFieldValue {
    HTTPFieldValue(unchecked: names.joined(separator: ", "))
  }

  private static let origin: HTTPFieldName = "Origin"
  private static let requestMethod: HTTPFieldName = "Access-Control-Request-Method"
  private static let requestHeaders: HTTPFieldName = "Access-Control-Request-Headers"
  private static let allowOrigin: HTTPFieldName = "Access-Control-Allow-Origin"
  private static let allowCredentials: HTTPFieldName = "Access-Control-Allow-Credentials"
  private static let allowMethods: HTTPFieldName = "Access-Control-Allow-Methods"
  private static let allowHeaders: HTTPFieldName = "Access-Control-Allow-Headers"
  private static let exposeHeaders: HTTPFieldName = "Access-Control-Expose-Headers"
  private static let maxAgeName: HTTPFieldName = "Access-Control-Max-Age"
}
