internal import Contract

/// Calls an HTTP API: the endpoints of contracts, and requests that are put together where they are made.
///
/// A client is a value: each modifier returns a new one, which keeps everything else, and the one it was called on stays
/// as it was. Of two values for the same thing the last wins.
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
/// Both go the same way: fields, middleware, retries, credentials, transport. Mistakes in the base URL, a path or a field's
/// value are thrown by the call, as `ClientError` with the code `invalidBaseURL` or `invalidInput`; nothing is sent then.
public struct APIClient: Sendable {
  private(set) var settings: ClientSettings

  /// A client for `baseURL`, such as `https://api.example/v1`: http or https, a host or an address (IPv6 in brackets),
  /// perhaps a port, perhaps a path. The targets of requests are appended to the path with exactly one `/` between.
  ///
  /// - Parameters:
  ///   - baseURL: must have no user name, query or fragment; the first call throws otherwise.
  ///   - transport: what sends the requests; ``CurlTransport/shared`` unless given.
  public init(baseURL: String, transport: (any ClientTransport)? = nil) {
    self.init(baseURL: baseURL, configuration: ClientConfiguration(transport: transport ?? CurlTransport.shared))
  }

  /// A client for `baseURL` with a configuration.
  public init(baseURL: String, configuration: ClientConfiguration) {
    var values = ClientSettings.Values(configuration: configuration)
    do throws(ClientError) {
      values.base = try BaseURL(baseURL)
    } catch {
      values.baseMistake = error
    }
    settings = ClientSettings(values)
  }

  init(_ settings: ClientSettings) {
    self.settings = settings
  }

  /// The same client with changed values.
  func changed(_ change: (inout ClientSettings.Values) -> Void) -> APIClient {
    var values = settings.values
    change(&values)
    return APIClient(ClientSettings(values, after: settings))
  }

  /// What the client's calls have in common.
  public var configuration: ClientConfiguration { settings.configuration }
}

extension APIClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Where the client's calls go.
  public var description: String {
    guard let base = settings.base else { return "APIClient without a base URL" }
    return "APIClient \(base.scheme)://\(base.authority)\(base.pathPrefix)"
  }

  /// Where the client's calls go.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
