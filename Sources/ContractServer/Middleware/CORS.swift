public import Contract

/// Middleware that lets pages of other origins call the server (CORS protocol of the Fetch standard).
///
/// ```swift
/// Server(port: 8080, middleware: [CORS(origins: .these(["https://app.example"]), allowsCredentials: true)]) { … }
/// ```
///
/// Preflights get a 204 and never reach a handler. By default they allow the methods that the path serves.
/// Refusals carry the headers too, so that a page sees a 401 as a 401. Responses to other origins lack the headers, so
/// the browser hides them from the page. CORS does not protect a server from clients other than browsers.
///
/// ``Origins/any`` never allows credentials, as the protocol requires.
public struct CORS: ServerMiddleware {
  /// The origins that may call the server.
  public enum Origins: Sendable {
    /// Every origin, without credentials.
    case any
    /// These origins, such as `https://app.example`, in the spelling of browsers: no path, no default port.
    case these(Set<String>)
    /// Origins for which the closure returns true; it runs on a loop and must not block.
    case matching(@Sendable (String) -> Bool)
  }

  private let origins: Origins
  private let methods: [HTTPMethod]?
  private let headers: [HTTPFieldName]?
  private let exposed: [HTTPFieldName]
  private let allowsCredentials: Bool
  private let maxAge: Duration

  /// Creates rules for pages of other origins.
  ///
  /// - Parameters:
  ///   - methods: the methods that pages may use. Default: those that the path serves.
  ///   - headers: the headers that pages may send. Default: those that the preflight requests.
  ///   - exposed: the headers that pages may read in addition to the safelisted ones.
  ///   - allowsCredentials: whether pages may send the browser's cookies and `Authorization`; never for
  ///     ``Origins/any``.
  ///   - maxAge: how long a browser may cache a preflight. Default: 10 minutes.
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

  /// Responds to preflights and adds the headers to other responses.
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

  /// Adds the headers to a response that the server itself created.
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
      // Without a route for OPTIONS, `next` returns the server's own response; no handler runs.
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

  /// Returns the value of `Access-Control-Allow-Origin`; nil if the origin may not call.
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
