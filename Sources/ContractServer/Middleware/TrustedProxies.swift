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
/// Choose the fields that the proxies set or add to on every request, and no others: what they do not touch comes from
/// clients as it is.
public struct TrustedProxies: ServerMiddleware {
  /// Where proxies say what they know.
  public struct Fields: OptionSet, Sendable, Hashable {
    /// A bit for each field.
    public let rawValue: Int

    /// The fields of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The addresses of `X-Forwarded-For`.
    public static let xForwardedFor = Fields(rawValue: 1)
    /// The schemes of `X-Forwarded-Proto`.
    public static let xForwardedProto = Fields(rawValue: 2)
    /// The hosts of `X-Forwarded-Host`, which many proxies leave as clients send it.
    public static let xForwardedHost = Fields(rawValue: 4)
    /// `Forwarded` (RFC 7239), which says all of it, and stands for itself.
    public static let forwarded = Fields(rawValue: 8)

    /// `X-Forwarded-For` and `X-Forwarded-Proto`.
    public static let xForwarded: Fields = [.xForwardedFor, .xForwardedProto]
  }

  private let networks: [IPNetwork]
  private let fields: Fields
  private let trustsUnixSockets: Bool

  /// Believes proxies in these networks.
  ///
  /// - Parameters:
  ///   - fields: where they say it. `Forwarded` together with another one traps: it is a mistake in the source.
  ///   - trustsUnixSockets: true when the peer on a Unix domain socket is a proxy.
  public init(_ networks: [IPNetwork], fields: Fields = .xForwarded, trustsUnixSockets: Bool = false) {
    precondition(
      !fields.contains(.forwarded) || fields == .forwarded,
      "proxies say it in `Forwarded` or in `X-Forwarded-…`; choose the kind that they set")
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
