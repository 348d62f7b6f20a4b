public import Contract

/// Calls the endpoints of contracts at one base URL.
///
/// A client is a value: each modifier returns a new one, which keeps everything else, and the one it was called on stays
/// as it was. Of two values for the same thing the last wins.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example/v1")
///   .header(.authorization, "Bearer \(token)")
///   .timeout(.seconds(10))
/// let todos = TodosAPI(client)
/// ```
///
/// Mistakes in the base URL or in a field's value are thrown by the first call, as `ClientError` with the code
/// `invalidBaseURL` or `invalidInput`; nothing is sent then.
public struct APIClient: Sendable {
  /// Everything a client is, in one allocation that copies share.
  private final class Settings: Sendable {
    let values: Values
    private let merged = MergedFields()

    init(_ values: Values) {
      self.values = values
    }

    /// The fields of a request, and those of the client that it does not have itself.
    func fields(for request: HTTPRequest, _ operation: Operation) -> HTTPFields {
      // A field that credentials replace depends on more than the operation's own fields.
      if values.credentials.isEmpty, let known = merged.fields(for: operation, request.fields, adding: values.fields) {
        return known
      }
      let replaced = values.credentials.replacedField(in: request, for: operation)
      return request.fields.adding(values.fields, except: replaced)
    }
  }

  private struct Values: Sendable {
    var base: BaseURL?
    var transport: any ClientTransport
    var fields: HTTPFields = [.userAgent: "contract/0.1"]
    var options = TransportOptions()
    var credentials = ClientCredentials()
    var middleware: [any Middleware] = [] {
      didSet { chain = MiddlewareChain(middleware) }
    }
    private(set) var chain = MiddlewareChain([])
    /// The first mistake in the settings, thrown by every call.
    var mistake: ClientError?
  }

  private var settings: Settings

  /// A client for `baseURL`, such as `https://api.example/v1`: http or https, a host or an address (IPv6 in brackets),
  /// perhaps a port, perhaps a path. The targets of requests are appended to the path with exactly one `/` between.
  ///
  /// - Parameters:
  ///   - baseURL: must have no user name, query or fragment; the first call throws otherwise.
  ///   - transport: what sends the requests; ``CurlTransport/shared`` unless given.
  public init(baseURL: String, transport: (any ClientTransport)? = nil) {
    var values = Values(transport: transport ?? CurlTransport.shared)
    do throws(ClientError) {
      values.base = try BaseURL(baseURL)
    } catch {
      values.mistake = error
    }
    settings = Settings(values)
  }

  private func with(_ change: (inout Values) -> Void) -> APIClient {
    var values = settings.values
    change(&values)
    var copy = self
    copy.settings = Settings(values)
    return copy
  }

  // MARK: Modifiers

  /// Sends this field with every request that does not set it itself; it replaces an earlier value.
  ///
  /// - Parameter value: text without control characters and without white space at its ends; the first call throws
  ///   otherwise.
  public func header(_ name: HTTPFieldName, _ value: String) -> APIClient {
    with { values in
      if let value = HTTPFieldValue(value) {
        values.fields[name] = value
      } else if values.mistake == nil {
        values.mistake = ClientError(
          .invalidInput, stage: .encode,
          "the value for `\(name)` has control characters or white space at its ends")
      }
    }
  }

  /// Sends this field no more, unless a request sets it itself.
  public func removingHeader(_ name: HTTPFieldName) -> APIClient {
    with { $0.fields.remove(name) }
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
    with { $0.credentials.add(credentials, for: scheme) }
  }

  /// Gives every call this much time, from the start to the last byte of the response; 60 seconds unless set. An
  /// operation that declares less time has that.
  public func timeout(_ timeout: Duration) -> APIClient {
    with { $0.options.timeout = timeout }
  }

  /// Refuses responses with more content than this, counted after decoding; 16 MiB unless set.
  public func maxResponseBytes(_ count: Int) -> APIClient {
    with { $0.options.maxResponseBytes = count }
  }

  /// Follows redirects by this policy; up to 5 unless set.
  public func redirects(_ policy: RedirectPolicy) -> APIClient {
    with { $0.options.redirects = policy }
  }

  /// Wraps every call. The first middleware added is the outermost: it sees the request first, the response last.
  public func middleware(_ middleware: any Middleware) -> APIClient {
    with { $0.middleware.append(middleware) }
  }

  /// Sends requests with another transport.
  public func transport(_ transport: any ClientTransport) -> APIClient {
    with { $0.transport = transport }
  }
}

extension APIClient: EndpointCaller {
  /// Sends a request whose target is relative to the base URL, through the middleware.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response, or what a middleware throws.
  public func send(_ request: HTTPRequest, for operation: Operation) async throws -> HTTPResponse {
    let settings = settings
    if let mistake = settings.values.mistake { throw mistake.naming(operation) }
    guard let base = settings.values.base else { preconditionFailure("a client has a base URL or a mistake") }
    var request = request
    request.scheme = base.scheme
    request.authority = base.authority
    request.target = base.target(for: request.target)
    request.fields = settings.fields(for: request, operation)
    let chain = settings.values.chain
    if chain.isEmpty { return try await Self.dispatch(request, for: operation, settings) }
    return try await chain.respond(to: request, for: operation) { request in
      try await Self.dispatch(request, for: operation, settings)
    }
  }

  @inline(__always)
  private static func dispatch(
    _ request: HTTPRequest, for operation: Operation, _ settings: Settings
  ) async throws -> HTTPResponse {
    var options = settings.values.options
    if let timeout = operation.timeout { options.timeout = min(options.timeout, timeout) }
    var request = request
    if !settings.values.credentials.isEmpty, request.scheme == settings.values.base?.scheme,
      request.authority == settings.values.base?.authority
    {
      try settings.values.credentials.add(to: &request, for: operation)
    }
    do {
      return try await settings.values.transport.send(request, options: options)
    } catch let error as ClientError {
      throw error.naming(operation)
    } catch is CancellationError {
      throw ClientError(.cancelled, stage: .exchange, "the task was cancelled", operation: operation)
    } catch {
      throw ClientError(
        .transport, stage: .exchange, "the transport failed with \(type(of: error))", operation: operation, cause: error
      )
    }
  }
}
