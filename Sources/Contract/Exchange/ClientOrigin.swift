/// The client's address and the URL's scheme and host, as the client knows them.
public struct ClientOrigin: Hashable, Sendable {
  /// The client's IP address, such as `192.0.2.7` or `2001:db8::1`; nil if unknown.
  public var address: String?
  /// `http` or `https`; nil if only the connection to a proxy is known.
  public var scheme: String?
  /// The host and port that the client requested.
  public var host: String?

  /// Creates an origin.
  public init(address: String? = nil, scheme: String? = nil, host: String? = nil) {
    self.address = address
    self.scheme = scheme
    self.host = host
  }
}
