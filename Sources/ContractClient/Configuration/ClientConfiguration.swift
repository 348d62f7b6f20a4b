public import Contract

/// Everything that a client's calls have in common, apart from where they go and what they say.
///
/// It is a value. A client has one, each modifier makes a client with a changed copy, and of two values for one thing the
/// last counts. Programs add values of their own with ``ClientConfigurationKey``.
public struct ClientConfiguration: Sendable {
  /// Fields of every request that does not have them itself; `User-Agent` unless set.
  public var fields: HTTPFields = [.userAgent: "contract/0.1"]
  /// How the transport sends each request.
  public var transportOptions = TransportOptions() {
    didSet {
      // How long somebody waits says nothing about what comes.
      var before = oldValue
      before.timeout = transportOptions.timeout
      if before != transportOptions { lane = Lane() }
    }
  }
  /// The most time for one attempt of a call; nil, unless set, leaves it what the call has left.
  public var attemptTimeout: Duration?
  /// The maximum length of a line of a streamed response in bytes (`.lines`, `.jsonLines`); 1 MiB unless set. A longer
  /// line ends the stream with the code `responseTooLarge`.
  public var maxLineBytes = 1 << 20
  /// The maximum length of the data of one event in bytes (`.events`, `events()`); 1 MiB unless set. A longer event ends the stream with the code `responseTooLarge`.
  public var maxEventBytes = 1 << 20
  /// The field that tells the server, with each attempt, how many milliseconds the call has left; none unless set.
  public var deadlineField: HTTPFieldName?

  /// How values of fluent calls are spelled: queries, forms and JSON.
  public var wire = Wire()
  /// The form of bodies given as values, and of the results; JSON unless set.
  public var bodyFormat = BodyFormat.json
  /// Which responses of fluent calls are a success; those with a status of 2xx unless set.
  public var validator = ResponseValidator.success
  /// What makes an error of a fluent call's response that is no success; nothing unless set.
  public var errorDecoder = ResponseErrorDecoder.none

  /// How calls may be repeated whose operation and method do not say; not at all unless set.
  public var idempotency: Idempotency?
  /// When calls are repeated; never unless set.
  public var retry = RetryPolicy()
  /// When another attempt is made beside a slow one; never unless set.
  public var hedging: Hedging?
  /// Keeps calls from hosts that fail; none unless set.
  public var circuitBreaker: CircuitBreaker?
  /// Keeps calls from hosts that have asked for time; none unless set.
  public var hostBackoff: HostBackoff?
  /// How often the same call is made; as often as asked unless set.
  public var throttle: Throttle?
  /// Whether the same calls at one time share a flight; not unless set.
  public var coalescing: Coalescing?
  /// Keeps responses for later calls, as they and the server allow; none unless set.
  public var cache: HTTPCache?

  /// Who the calls are from, for calls of every kind; nobody unless set.
  public var auth: ClientAuth? {
    didSet { lane = Lane() }
  }
  /// False keeps ``auth`` and credentials from being sent.
  public var isAuthEnabled = true {
    didSet { lane = Lane() }
  }
  /// Credentials for operations that ask for them.
  var credentials = ClientCredentials() {
    didSet { lane = Lane() }
  }

  /// What sends the requests.
  public var transport: any ClientTransport {
    didSet {
      lane = Lane()
      ownTransportLane = lane
      looksForExamples = Self.looksForExamples(transport)
    }
  }
  /// Whether calls tell the transport the example of their result's type.
  private(set) var looksForExamples: Bool
  /// Wraps calls, with all their attempts; the first one is the outermost.
  public var middleware: [any Middleware] = []
  /// Wraps each attempt of a call; the first one is the outermost. It does not see credentials.
  public var attemptMiddleware: [any Middleware] = [] {
    didSet { lane = Lane() }
  }

  /// Who hears what happens in calls; nobody unless set.
  public var listeners: [any ClientListener] = []

  /// The clock and the dice of whatever waits.
  package var clock = ClientClock.system
  /// Stands for everything that decides what a request without credentials comes to; calls of different lanes never share
  /// a response.
  private(set) var lane = Lane()
  /// The same for the transport alone.
  private var ownTransportLane = Lane()
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// The defaults, with a transport.
  public init(transport: any ClientTransport = CurlTransport.shared) {
    self.transport = transport
    looksForExamples = Self.looksForExamples(transport)
  }

  private static func looksForExamples(_ transport: any ClientTransport) -> Bool {
    if let outer = transport as? any WrappingTransport { return looksForExamples(outer.wrapped) }
    return (transport as? EnvironmentTransport)?.looksForExamples ?? false
  }

  /// A value of the program's own.
  public subscript<Key: ClientConfigurationKey>(_ key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The time for a call, from its start to the last byte of its response, with all attempts and what is waited between
  /// them; 60 seconds unless set.
  public var timeout: Duration {
    get { transportOptions.timeout }
    set { transportOptions.timeout = newValue }
  }

  /// Stands for where requests go, with whatever decides there what they come to.
  var transportLane: Lane { (transport as? CurlTransport)?.lane ?? ownTransportLane }

  /// True when a call is one request and its response, with nothing around them that has a say in it.
  var isPlain: Bool {
    middleware.isEmpty && attemptMiddleware.isEmpty && retry.isEmpty && hedging == nil && circuitBreaker == nil
      && hostBackoff == nil && throttle == nil && coalescing == nil && cache == nil && deadlineField == nil
      && attemptTimeout == nil && idempotency == nil && auth == nil && listeners.isEmpty
  }
}

/// An identity, and nothing else.
final class Lane: Hashable, Sendable {
  static func == (left: Lane, right: Lane) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ClientConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The time for a call and the names of the fields.
  public var description: String {
    "ClientConfiguration: timeout \(timeout), fields \(fields.map(\.name.rawName).joined(separator: ", "))"
  }

  /// The time for a call and the names of the fields.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
