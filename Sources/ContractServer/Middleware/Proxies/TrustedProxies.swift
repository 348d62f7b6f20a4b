public import Contract
public import ContractSockets

/// Middleware that accepts information about the client from trusted proxies: its address, and the scheme and host that
/// it used. Without this middleware no proxy is trusted.
///
/// ```swift
/// Server(port: 8080, middleware: [TrustedProxies(["10.0.0.0/8"]), AccessLog()]) { … }
/// ```
///
/// The client is set in ``/Contract/Exchange/client``. The chain of proxies is followed backwards from the connection's
/// peer. The first address that is not trusted is the client; information that the client added is ignored. An unknown
/// or malformed address ends the chain at the last proxy.
///
/// Choose only headers that the proxies set or append to on every request: clients can forge all others.
public struct TrustedProxies: ServerMiddleware {
  /// The headers in which proxies send their information.
  public struct Fields: OptionSet, Sendable, Hashable {
    /// A bit for each header.
    public let rawValue: Int

    /// Creates a set from these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The addresses of `X-Forwarded-For`.
    public static let xForwardedFor = Fields(rawValue: 1)
    /// The schemes of `X-Forwarded-Proto`.
    public static let xForwardedProto = Fields(rawValue: 2)
    /// The hosts of `X-Forwarded-Host`, which many proxies pass on unchanged from clients.
    public static let xForwardedHost = Fields(rawValue: 4)
    /// `Forwarded` (RFC 7239), which carries all of this; it cannot be combined with others.
    public static let forwarded = Fields(rawValue: 8)

    /// `X-Forwarded-For` and `X-Forwarded-Proto`.
    public static let xForwarded: Fields = [.xForwardedFor, .xForwardedProto]
  }

  private let networks: [IPNetwork]
  private let fields: Fields
  private let trustsUnixSockets: Bool

  /// Creates middleware that trusts proxies in these networks.
  ///
  /// - Parameters:
  ///   - fields: the headers that the proxies set. Combining `Forwarded` with another header traps.
  ///   - trustsUnixSockets: whether the peer on a Unix domain socket is a trusted proxy. Default: false.
  public init(_ networks: [IPNetwork], fields: Fields = .xForwarded, trustsUnixSockets: Bool = false) {
    precondition(
      !fields.contains(.forwarded) || fields == .forwarded,
      "`.forwarded` cannot be combined with `X-Forwarded-…` headers; choose the kind that the proxies set")
    self.networks = networks
    self.fields = fields
    self.trustsUnixSockets = trustsUnixSockets
  }

  /// Determines the client, and passes the request on.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    exchange.client = client(of: exchange, request.fields)
    return try await next(request)
  }

  /// Determines the client of a request that the server itself refuses.
  public func willRefuse(in exchange: Exchange) {
    guard let head = exchange.head else { return }
    exchange.client = client(of: exchange, head.fields)
  }

  private func client(of exchange: Exchange, _ fields: HTTPFields) -> ClientOrigin {
    var origin = ClientOrigin(address: exchange.remoteHost, scheme: exchange.scheme, host: exchange.head?.authority)
    guard isTrustedPeer(exchange) else { return origin }
    for element in elements(fields).reversed() {
      // A trusted proxy added this element, so its information is reliable.
      if let scheme = element.scheme { origin.scheme = scheme }
      if let host = element.host { origin.host = host }
      guard let client = element.client else { return origin }
      origin.address = client.description
      if !isTrusted(client) { return origin }
    }
    return origin
  }

  private func elements(_ fields: HTTPFields) -> [ForwardedElement] {
    func texts(_ name: HTTPFieldName, _ field: Fields) -> [String] {
      self.fields.contains(field) ? fields.values(name).map(\.rawValue) : []
    }
    if self.fields == .forwarded { return ForwardedElement.parse(forwarded: texts("Forwarded", .forwarded)) }
    return ForwardedElement.parse(
      xForwardedFor: texts("X-Forwarded-For", .xForwardedFor), proto: texts("X-Forwarded-Proto", .xForwardedProto),
      host: texts("X-Forwarded-Host", .xForwardedHost))
  }

  private func isTrustedPeer(_ exchange: Exchange) -> Bool {
    guard let host = exchange.remoteHost else { return trustsUnixSockets && exchange.remoteAddress != nil }
    return IPAddress(host).map(isTrusted) ?? false
  }

  private func isTrusted(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }
}
