/// Where a request comes from, and what it was sent to, as its client knows them.
public struct ClientOrigin: Hashable, Sendable {
  /// The client's IP address, such as `192.0.2.7` or `2001:db8::1`; nil when it is not known.
  public var address: String?
  /// `http` or `https`; nil when only the connection to a proxy is known.
  public var scheme: String?
  /// Host and port that the client asked for.
  public var host: String?

  /// An origin with these parts.
  public init(address: String? = nil, scheme: String? = nil, host: String? = nil) {
    self.address = address
    self.scheme = scheme
    self.host = host
  }
}
