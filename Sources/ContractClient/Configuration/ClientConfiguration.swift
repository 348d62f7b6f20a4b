public import Contract
package import ContractLoop

// Large: one property for each option of a client.
/// The options shared by all calls of a client, except base URL, path, query and body.
///
/// A client has one configuration, and each modifier returns a client with a changed copy. When two modifiers set the
/// same option, the last one wins. ``ClientConfigurationKey`` adds custom options.
public struct ClientConfiguration: Sendable {
  /// The headers of every request that does not set them itself. Default: `User-Agent`.
  public var fields: HTTPFields = [.userAgent: "contract/0.1"]
  /// The transport options of each request.
  public var transportOptions = TransportOptions() {
    didSet {
      // The timeout does not affect the response, so a change of it keeps the sharing scope.
      var before = oldValue
      before.timeout = transportOptions.timeout
      if before != transportOptions { sharingScope = SharingScope() }
    }
  }
  /// The timeout of an attempt; nil means the remaining time of the call.
  public var attemptTimeout: Duration?
  /// The maximum length of a line in a streamed response (`.lines`, `.jsonLines`), in bytes. Default: 1 MiB. A longer
  /// line ends the stream with the code `responseTooLarge`.
  public var maxLineBytes = 1 << 20
  /// The maximum size of the data of one event (`.events`, `events()`), in bytes. Default: 1 MiB. A larger event ends
  /// the stream with the code `responseTooLarge`.
  public var maxEventBytes = 1 << 20
  /// The header that sends the remaining time of the call in milliseconds; nil sends none.
  public var deadlineField: HTTPFieldName?

  /// The format of values in queries, forms and JSON of fluent calls.
  public var wire = Wire()
  /// The format of bodies passed as values, and of results. Default: JSON.
  public var bodyFormat = BodyFormat.json
  /// The validator of fluent calls. Default: a status of 2xx is a success.
  public var validator = ResponseValidator.success
  /// The decoder of errors from responses of fluent calls that are not a success or cannot be decoded. Default: none.
  public var errorDecoder = ResponseErrorDecoder.none

  /// The idempotency of calls whose operation and method do not declare it; nil leaves them not idempotent.
  public var idempotency: Idempotency?
  /// The retry policy. Default: no retries.
  public var retry = RetryPolicy()
  /// The hedging policy; nil makes no hedged attempts.
  public var hedging: Hedging?
  /// The circuit breaker; nil for none.
  public var circuitBreaker: CircuitBreaker?
  /// The back-off that delays calls to hosts that requested it; nil for no back-off.
  public var hostBackoff: HostBackoff?
  /// The minimum interval between equal calls; nil for no limit.
  public var throttle: Throttle?
  /// The policy by which equal concurrent calls share one request; nil for none.
  public var coalescing: Coalescing?
  /// The response cache; nil for none.
  public var cache: HTTPCache?

  /// The authentication of all calls; nil for none.
  public var auth: ClientAuth? {
    didSet { sharingScope = SharingScope() }
  }
  /// Whether ``auth`` and other credentials are sent. Default: true.
  public var isAuthEnabled = true {
    didSet { sharingScope = SharingScope() }
  }
  /// The credentials for operations that require them.
  var credentials = ClientCredentials() {
    didSet { sharingScope = SharingScope() }
  }

  /// The transport that sends the requests.
  public var transport: any ClientTransport {
    didSet {
      sharingScope = SharingScope()
      ownTransportScope = sharingScope
      looksForExamples = Self.looksForExamples(transport)
    }
  }
  /// Whether calls pass the example of their result type to the transport.
  private(set) var looksForExamples: Bool
  /// The middleware around each call, including all its attempts; the first is the outermost.
  public var middleware: [any Middleware] = []
  /// The middleware around each attempt of a call; the first is the outermost. It does not see credentials.
  public var attemptMiddleware: [any Middleware] = [] {
    didSet { sharingScope = SharingScope() }
  }

  /// The listeners that observe calls.
  public var listeners: [any ClientListener] = []

  /// The source of time and random numbers.
  package var clock = TimeSource.system
  /// An identity that is replaced when an option changes that may affect the response to a request, such as credentials
  /// or the transport. Calls in different scopes never share a response.
  private(set) var sharingScope = SharingScope()
  /// The sharing scope of the transport.
  private var ownTransportScope = SharingScope()
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a configuration with the default options.
  public init(transport: any ClientTransport = CurlTransport.shared) {
    self.transport = transport
    looksForExamples = Self.looksForExamples(transport)
  }

  static func looksForExamples(_ transport: any ClientTransport) -> Bool {
    if let outer = transport as? any WrappingTransport { return looksForExamples(outer.wrapped) }
    return (transport as? EnvironmentTransport)?.looksForExamples ?? false
  }

  /// The value of a custom option.
  public subscript<Key: ClientConfigurationKey>(_ key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The timeout of a call, from its start to the last byte of its response, including all attempts and delays.
  /// Default: 60 seconds.
  public var timeout: Duration {
    get { transportOptions.timeout }
    set { transportOptions.timeout = newValue }
  }

  /// The sharing scope of the transport, which `CurlTransport` defines itself.
  var transportScope: SharingScope { (transport as? CurlTransport)?.sharingScope ?? ownTransportScope }
}

/// An object used only for its identity.
final class SharingScope: Hashable, Sendable {
  static func == (left: SharingScope, right: SharingScope) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ClientConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The timeout and the names of the headers.
  public var description: String {
    "ClientConfiguration: timeout \(timeout), fields \(fields.map(\.name.rawName).joined(separator: ", "))"
  }

  /// The timeout and the names of the headers.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
