public import Contract

/// Believes what proxies of the program's own network say about a request's client: its address, and the scheme and host
/// that it used. Without this middleware nobody is believed.
///
/// ```swift
/// Server(port: 8080, middleware: [TrustedProxies(["10.0.0.0/8"]), AccessLog()]) { … }
/// ```
///
/// The client is ``/Contract/Exchange/client``. The way is walked from the connection's peer backwards, as long as each
/// station is trusted; the first one that is not is the client. What it says itself counts for nothing. A station that is
/// unknown or malformed ends the walk at the last proxy.
///
/// Choose the one kind of field that the proxies set: the other one comes from clients as it is.
public struct TrustedProxies: ServerMiddleware {
  /// Where proxies say what they know.
  public enum Fields: Sendable, Hashable {
    /// `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
    case xForwarded
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  private let networks: [IPNetwork]
  private let fields: Fields
  private let trustsUnixSockets: Bool

  /// Believes proxies in these networks.
  ///
  /// - Parameters:
  ///   - fields: where they say it.
  ///   - trustsUnixSockets: true when the peer on a Unix domain socket is a proxy.
  public init(_ networks: [IPNetwork], fields: Fields = .xForwarded, trustsUnixSockets: Bool = false) {
    self.networks = networks
    self.fields = fields
    self.trustsUnixSockets = trustsUnixSockets
  }

  /// Finds the client, and passes the request on.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    exchange.client = client(of: exchange, request.fields)
    return try await next(request)
  }

  /// Finds the client of a request that the server refuses by itself.
  public func willRefuse(in exchange: Exchange) {
    guard let head = exchange.head else { return }
    exchange.client = client(of: exchange, head.fields)
  }

  private func client(of exchange: Exchange, _ fields: HTTPFields) -> ClientOrigin {
    var origin = ClientOrigin(address: exchange.remoteHost, scheme: exchange.scheme, host: exchange.head?.authority)
    guard isTrustedPeer(exchange) else { return origin }
    for element in elements(fields).reversed() {
      // A trusted proxy has added this element, so it knows who has sent the request to it, and how.
      if let scheme = element.scheme { origin.scheme = scheme }
      if let host = element.host { origin.host = host }
      guard let client = element.client else { return origin }
      origin.address = client.description
      if !isTrusted(client) { return origin }
    }
    return origin
  }

  private func elements(_ fields: HTTPFields) -> [ForwardedElement] {
    func texts(_ name: HTTPFieldName) -> [String] { fields.values(name).map(\.rawValue) }
    switch self.fields {
    case .forwarded: return ForwardedElement.parse(forwarded: texts("Forwarded"))
    case .xForwarded:
      return ForwardedElement.parse(
        xForwardedFor: texts("X-Forwarded-For"), proto: texts("X-Forwarded-Proto"), host: texts("X-Forwarded-Host"))
    }
  }

  private func isTrustedPeer(_ exchange: Exchange) -> Bool {
    guard let host = exchange.remoteHost else { return trustsUnixSockets && exchange.remoteAddress != nil }
    return IPAddress(host).map(isTrusted) ?? false
  }

  private func isTrusted(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }
}
