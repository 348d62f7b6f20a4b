public import ContractHTTP
internal import Synchronization

/// One request and its answer as a server's middleware sees them: what is known beside the message itself.
///
/// Every request of a server with middleware has one, from its head to the end of its answer, also when it is refused.
/// Handlers find it in ``ServerRequest/exchange``, code that they call in ``current``.
///
/// ```swift
/// if let exchange = Exchange.current { print(exchange.id, exchange.route ?? "-", exchange.client.address ?? "-") }
/// ```
public final class Exchange: Sendable {
  /// The request line and the fields as they arrived; nil when what arrived is no request.
  public let head: RequestHead?
  /// The operation that the router found, also when the request is refused later; nil when nothing is served there.
  public let operation: APIOperation?
  /// The status with which the request is refused from its head; nil when a route takes it.
  public let headRefusal: HTTPStatus?
  /// The peer's address and port, such as `127.0.0.1:50312`; nil where no connection is involved.
  public let remoteAddress: String?
  /// The peer's IP address alone; nil for a Unix domain socket and where no connection is involved.
  public let remoteHost: String?
  /// The certificate that the client has shown, where the server asks for one and has verified it; else nil.
  public let clientCertificate: ClientCertificate?
  /// `https` where the connection itself is encrypted; nil where it is not, and a proxy may know better.
  package let scheme: String?
  /// How its sender has said who it is, where the operation asks for credentials and these were accepted.
  package let admittedBy: SecurityScheme?

  private struct State {
    var id: String?
    var client: ClientOrigin?
    var trace: TraceContext?
    var values: [ObjectIdentifier: any Sendable] = [:]
  }

  private let state = Lock(State())
  private let refused = Atomic(false)

  /// An exchange with these parts.
  public convenience init(
    head: RequestHead?, operation: APIOperation?, headRefusal: HTTPStatus? = nil, remoteAddress: String? = nil,
    remoteHost: String? = nil, clientCertificate: ClientCertificate? = nil
  ) {
    self.init(
      head: head, operation: operation, headRefusal: headRefusal, remoteAddress: remoteAddress, remoteHost: remoteHost,
      clientCertificate: clientCertificate, scheme: nil, admittedBy: nil)
  }

  /// An exchange of a connection whose scheme is known.
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

  /// The exchange that the calling task's handler belongs to; nil outside a handler and on a server without middleware.
  public static var current: Exchange? { ServerRequest.current?.exchange }

  /// The template of the route, such as `/todos/{id}`; nil when nothing is served there.
  public var route: String? { operation?.path.description }

  /// Names the request in logs and answers. A number of the server's own, unless middleware has set another one; what
  /// cannot be the value of a header field (RFC 9110 §5.5) changes nothing.
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

  /// Who has sent the request: the connection's peer, unless a trusted proxy says that it speaks for somebody else.
  public var client: ClientOrigin {
    get {
      state.withLock { $0.client }
        ?? ClientOrigin(address: remoteHost, scheme: scheme, host: head?.authority)
    }
    set { state.withLock { $0.client = newValue } }
  }

  /// The place of this request in a distributed trace; nil unless middleware keeps it.
  public var trace: TraceContext? {
    get { state.withLock { $0.trace } }
    set { state.withLock { $0.trace = newValue } }
  }

  /// A value of the middleware's own, kept by its type.
  public subscript<T: Sendable>(_ type: T.Type) -> T? {
    get { state.withLock { $0.values[ObjectIdentifier(type)] } as? T }
    set { state.withLock { $0.values[ObjectIdentifier(type)] = newValue } }
  }

  /// True once the server has answered by itself, for example because a handler ran past its time: an answer that a
  /// handler still makes goes nowhere.
  public var isRefused: Bool { refused.load(ordering: .relaxed) }

  /// The server answers by itself.
  package func refuse() { refused.store(true, ordering: .relaxed) }
}
