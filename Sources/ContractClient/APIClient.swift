internal import Contract

/// A client of an HTTP API, for the endpoints of contracts and for requests built at the call site.
///
/// A client is a value: each modifier returns a changed copy and leaves the original unchanged. When two modifiers set
/// the same option, the last one wins.
///
/// ```swift
/// let client = APIClient(baseURL: "https://api.example/v1")
///   .auth(.bearer(token))
///   .timeout(.seconds(10))
///   .retry()
///
/// let todos = TodosAPI(client)                                          // a contract
/// let john: User = try await client("users")(7).get()                   // GET /v1/users/7
/// try await client("users")(7).body(["name": "Jo"]).patch()
/// ```
///
/// Both forms share headers, middleware, retries, credentials and the transport. A call throws `ClientError` with the
/// code `invalidBaseURL` or `invalidInput`, before anything is sent, when its base URL, path or a header value is
/// invalid.
public struct APIClient: Sendable {
  private(set) var settings: ClientSettings

  /// Creates a client for `baseURL`, such as `https://api.example/v1`: http or https, a host or an address (IPv6 in
  /// brackets), and optionally a port and a path. Request targets are appended to the path, separated by exactly one
  /// `/`.
  ///
  /// - Parameters:
  ///   - baseURL: An absolute URL without user name, query or fragment; an invalid URL makes the first call throw.
  ///   - transport: The transport that sends the requests. Default: ``CurlTransport/shared``.
  public init(baseURL: String, transport: (any ClientTransport)? = nil) {
    self.init(baseURL: baseURL, configuration: ClientConfiguration(transport: transport ?? CurlTransport.shared))
  }

  /// Creates a client for `baseURL` with a configuration.
  public init(baseURL: String, configuration: ClientConfiguration) {
    var values = ClientSettings.Values(configuration: configuration)
    do throws(ClientError) {
      values.base = try BaseURL(baseURL)
    } catch {
      values.baseError = error
    }
    settings = ClientSettings(values)
  }

  init(_ settings: ClientSettings) {
    self.settings = settings
  }

  /// Returns a copy of the client with changed settings.
  func changed(_ change: (inout ClientSettings.Values) -> Void) -> APIClient {
    var values = settings.values
    change(&values)
    return APIClient(ClientSettings(values, after: settings))
  }

  /// The options shared by the client's calls.
  public var configuration: ClientConfiguration { settings.configuration }
}

extension APIClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The base URL of the client's calls.
  public var description: String {
    guard let base = settings.base else { return "APIClient without a base URL" }
    return "APIClient \(base.scheme)://\(base.authority)\(base.pathPrefix)"
  }

  /// The base URL of the client's calls.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
