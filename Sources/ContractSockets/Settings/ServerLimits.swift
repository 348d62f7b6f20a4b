/// Limits on sizes and numbers of requests and connections. Each has a safe default.
public struct ServerLimits: Hashable, Sendable {
  /// The maximum length of a request line in bytes, without CRLF. Default: 8192. Exceeding it: 414 (RFC 9112 §3).
  public var maxRequestLineBytes = 8 << 10
  /// The maximum size of a head in bytes, including the request line. Default: 16,384. Exceeding it: 431 (RFC 6585 §5).
  public var maxHeadBytes = 16 << 10
  /// The maximum number of field lines in a head. Default: 100. Exceeding it: 431.
  public var maxFieldCount = 100
  /// The maximum size of a body in bytes, unless the endpoint sets one. Default: 1 MiB. Exceeding it: 413.
  public var maxBodyBytes = 1 << 20
  /// The maximum length of a line of a body of JSON lines in bytes. Default: 1 MiB. Exceeding it: 400.
  public var maxLineBytes = 1 << 20
  /// The maximum length of a chunk-size line with extensions in bytes. Default: 4096. Exceeding it: 400 (RFC 9112
  /// §7.1.1).
  public var maxChunkLineBytes = 4 << 10
  /// The maximum overhead of the chunked framing of one body in bytes, beyond 16 bytes for each chunk. Default: 16,384.
  /// Exceeding it: 400.
  public var maxChunkOverheadBytes = 16 << 10
  /// The maximum size of a trailer section in bytes. Default: 16,384. Exceeding it: 431.
  public var maxTrailerBytes = 16 << 10
  /// The maximum number of open connections over all loops. Default: 10,000, or fewer if the process may open fewer
  /// descriptors. A further connection replaces the one that has been idle longest, for at least half a second. If no
  /// connection has been idle that long, the further one waits in the kernel's backlog.
  public var maxConnections = 10_000
  /// The maximum number of connections of one peer over all loops; nil for no limit. Default: 5000, or half of the
  /// connections if the process may open fewer descriptors than ``maxConnections``. An explicit value is not adjusted,
  /// so set it together with ``maxConnections``.
  ///
  /// A peer is an IPv4 address or a /64 network of IPv6. Clients of a proxy count as one peer, the proxy, unless it sends
  /// PROXY headers (``ProxyProtocol``). Further connections are reset. Unix domain sockets are not limited.
  public var maxConnectionsPerPeer: Int? {
    get { peerShare.limit }
    set { peerShare = .chosen(newValue) }
  }
  /// The maximum number of requests on one connection, after which it is closed; nil for no limit. Default: nil.
  public var maxRequestsPerConnection: Int?
  /// The minimum average rate of a request body in bytes per second, after ``ServerTimeouts/rateGrace``; 0 for any
  /// rate. Default: 240. Below it: 408.
  public var minBodyBytesPerSecond = 240
  /// The minimum average rate at which a client receives a response, in bytes per second; 0 for any rate. Default: 240.
  /// It is measured while the server waits for the client, and applies after ``ServerTimeouts/write``. Below it the
  /// connection is reset.
  public var minResponseBytesPerSecond = 240

  private var peerShare = PeerShare.usual

  /// The limit per peer: the default, which depends on the available descriptors, or an explicit value.
  private enum PeerShare: Hashable, Sendable {
    case usual
    case chosen(Int?)

    var limit: Int? {
      switch self {
      case .usual: 5_000
      case .chosen(let limit): limit
      }
    }
  }

  /// Creates the default limits.
  public init() {}

  /// Returns the maximum numbers of connections for this number of descriptors.
  func maxConnections(descriptors: Int) -> (all: Int, ofOnePeer: Int?) {
    let all = min(maxConnections, descriptors)
    guard case .usual = peerShare, let usual = peerShare.limit, descriptors < maxConnections else {
      return (all, maxConnectionsPerPeer)
    }
    return (all, min(usual, max(1, all / 2)))
  }
}
