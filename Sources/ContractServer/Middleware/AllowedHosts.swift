public import Contract
internal import ContractHTTP
internal import ContractSockets

/// Middleware that serves only requests for the server's own hosts, and responds with 421 to others (RFC 9110 §15.5.20).
///
/// ```swift
/// Server(port: 8080, middleware: [AllowedHosts("api.example.com", "*.example.com")]) { … }
/// Server(port: 8080, middleware: [AllowedHosts(.loopback)]) { … }
/// ```
///
/// It is the defense against DNS rebinding: the name of an attacker's page first resolves to the attacker's address,
/// and then to that of the server, for example 127.0.0.1. For the browser, page and server then have the same origin,
/// so neither ``CORS`` nor ``/ContractHTTP/WebSocketOrigins/same`` protects it. The page's requests still name the
/// attacker's host.
///
/// The host is that of `Host`, or of an absolute target. A proxy must pass the host on; `X-Forwarded-Host` is not read. Ports
/// are not compared. A request without a host is refused. A request from the same process is served if it has no host, or
/// the host `in-process`, which in-process clients send.
public struct AllowedHosts: ServerMiddleware {
  /// A host, or all subdomains of a host.
  public struct Name: Sendable, Hashable {
    fileprivate let hosts: [String]

    /// `localhost`, `127.0.0.1` and `[::1]`.
    public static let loopback = Name(hosts: ["localhost", "127.0.0.1", "[::1]"])

    private init(hosts: [String]) { self.hosts = hosts }

    /// Parses a host without a port, such as `api.example.com`, `192.0.2.1` or `[2001:db8::1]`, or `*.example.com` for
    /// all subdomains of `example.com`; nil if it is invalid. Internationalized names must be in their ASCII form, such
    /// as `xn--bcher-kva.example`.
    public init?(_ text: String) {
      let text = text.lowercasedASCII
      guard Self.isName(text.rest(afterBytes: "*.") ?? text[...]) || Self.isLiteral(text) else { return nil }
      hosts = [text]
    }

    private static func isName(_ text: Substring) -> Bool {
      let isCharacter: (UInt8) -> Bool = {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
      }
      return text.utf8.count <= 255
        && text.split(atByte: ".", keepsEmpty: true).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isCharacter) }
    }

    private static func isLiteral(_ text: String) -> Bool {
      text.text(between: "[", and: "]").map { $0.contains(byte: ":") && IPAddress($0) != nil } ?? false
    }
  }

  private var hosts: Set<[UInt8]> = []
  /// The suffixes of all allowed subdomains, each with its leading dot.
  private var ends: [[UInt8]] = []

  /// Creates middleware that serves these hosts.
  public init(_ names: Name...) { self.init(names) }

  /// Creates middleware that serves these hosts; none, if the list is empty.
  public init(_ names: [Name]) {
    for host in names.flatMap(\.hosts) {
      let bytes = Array(host.utf8)
      if bytes.first == UInt8(ascii: "*") { ends.append(Array(bytes.dropFirst())) } else { hosts.insert(bytes) }
    }
  }

  /// Passes the request on, or responds with 421.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if allows(request.authority) || Self.isOfThisProcess(request, exchange) { return try await next(request) }
    return RequestPipeline.response(
      Problem(Self.misdirected, detail: "the server does not serve the host of this request"))
  }

  private func allows(_ authority: String?) -> Bool {
    guard let host = authority.flatMap(Self.host) else { return false }
    return hosts.contains(host) || ends.contains { host.count > $0.count && host.suffix($0.count) == $0[...] }
  }

  /// Returns the host of `host` or `host:port` in lowercase; nil if it is malformed.
  static func host(of authority: String) -> [UInt8]? {
    let authority = authority.lowercasedASCII
    guard authority.starts(withByte: "[") else { return Array(authority.prefix(toByte: ":").utf8) }
    guard let (address, port) = authority.cut(atByte: "]"), port.isEmpty || port.starts(withByte: ":")
    else { return nil }
    return Array(address.utf8) + [UInt8(ascii: "]")]
  }

  private static func isOfThisProcess(_ request: HTTPRequest, _ exchange: Exchange) -> Bool {
    exchange.remoteAddress == nil && request.authority ?? "in-process" == "in-process"
  }

  fileprivate static let misdirected: HTTPStatus = 421
}

extension AllowedHosts.Name: ExpressibleByStringLiteral {
  /// Creates a name from a literal. Traps if it is invalid.
  public init(stringLiteral text: String) {
    guard let name = AllowedHosts.Name(text) else {
      preconditionFailure(
        "invalid host `\(text)`; write it like `api.example.com`, `*.example.com` or `[::1]`, without scheme and port")
    }
    self = name
  }
}

extension AllowedHosts: RefusingMiddleware {
  package var refusals: [HTTPStatus] { [Self.misdirected] }
}
