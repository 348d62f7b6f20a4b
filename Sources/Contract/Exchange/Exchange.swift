public import ContractHTTP
internal import Synchronization

/// The context of one request and its response on a server: operation, peer, trace and id.
///
/// On a server with middleware every request has one, refused requests included, until its response has ended. Handlers
/// read it from ``ServerRequest/exchange``; functions that they call read it from ``current``.
///
/// ```swift
/// if let exchange = Exchange.current { print(exchange.id, exchange.route ?? "-", exchange.client.address ?? "-") }
/// ```
public final class Exchange: Sendable {
  /// The request line and headers as they arrived; nil for a malformed request.
  public let head: RequestHead?
  /// The operation of the matching route, even if the request is refused later; nil without a matching route.
  public let operation: APIOperation?
  /// The status that refuses the request because of its head; nil if a route accepts it.
  public let headRefusal: HTTPStatus?
  /// The peer's address and port, such as `127.0.0.1:50312`; nil without a connection.
  public let remoteAddress: String?
  /// The peer's IP address; nil for a Unix domain socket and without a connection.
  public let remoteHost: String?
  /// The client's verified certificate; nil unless the server requests one and the client presents it.
  public let clientCertificate: ClientCertificate?
  /// `https` if the connection itself is encrypted; otherwise nil, because a proxy may know better.
  package let scheme: String?
  /// The scheme of the accepted credentials; nil if the operation requires none.
  package let admittedBy: SecurityScheme?

  private struct State {
    var id: String?
    var client: ClientOrigin?
    var trace: TraceContext?
    var values: [ObjectIdentifier: any Sendable] = [:]
  }

  private let state = Lock(State())
  private let refused = Atomic(false)

  /// Creates an exchange.
  public convenience init(
    head: RequestHead?, operation: APIOperation?, headRefusal: HTTPStatus? = nil, remoteAddress: String? = nil,
    remoteHost: String? = nil, clientCertificate: ClientCertificate? = nil
  ) {
    self.init(
      head: head, operation: operation, headRefusal: headRefusal, remoteAddress: remoteAddress, remoteHost: remoteHost,
      clientCertificate: clientCertificate, scheme: nil, admittedBy: nil)
  }

  /// Creates an exchange for a connection with a known scheme.
  package init(
    head: RequestHead?, operation: APIOperation?, headRefusal: HTTPStatus?, remoteAddress: String?, remoteHost: String?,
    clientCertificate: ClientCertificate?, scheme: String?, admittedBy: SecurityScheme?
  ) {
    self.clientCertificate = clientCertificate
    self.scheme = scheme
    self.admittedBy = admittedBy
    self.headRefusal = headRefusal
    self.head = head
    self.operation = operation
    self.remoteAddress = remoteAddress
    self.remoteHost = remoteHost
  }

  /// The exchange of the current task's request; nil outside a handler and on a server without middleware.
  public static var current: Exchange? { ServerRequest.current?.exchange }

  /// The path template of the route, such as `/todos/{id}`; nil without a matching route.
  public var route: String? { operation?.path.description }

  /// The id of the request in logs and responses. Default: an id that the server creates. Setting a string that is not
  /// a valid header value (RFC 9110 §5.5) has no effect.
  public var id: String {
    get {
      state.withLock { state in
        if let id = state.id { return id }
        let id = ServerRequest.makeID()
        state.id = id
        return id
      }
    }
    set {
      guard !newValue.isEmpty, HTTPFieldValue(newValue) != nil else { return }
      state.withLock { $0.id = newValue }
    }
  }

  /// The origin of the request: the connection's peer, or the client that a trusted proxy names.
  public var client: ClientOrigin {
    get {
      state.withLock { $0.client }
        ?? ClientOrigin(address: remoteHost, scheme: scheme, host: head?.authority)
    }
    set { state.withLock { $0.client = newValue } }
  }

  /// The position of the request in a distributed trace; nil without tracing middleware.
  public var trace: TraceContext? {
    get { state.withLock { $0.trace } }
    set { state.withLock { $0.trace = newValue } }
  }

  /// A value that middleware stores by its type.
  public subscript<T: Sendable>(_ type: T.Type) -> T? {
    get { state.withLock { $0.values[ObjectIdentifier(type)] } as? T }
    set { state.withLock { $0.values[ObjectIdentifier(type)] = newValue } }
  }

  /// True once the server has responded on its own, for example because a handler timed out. A later response of the
  /// handler is discarded.
  public var isRefused: Bool { refused.load(ordering: .relaxed) }

  /// Marks the request as refused by the server itself.
  package func refuse() { refused.store(true, ordering: .relaxed) }
}
