/// How much one client may ask of the server. Each limit has a safe default and the status it is refused with.
public struct ServerLimits: Hashable, Sendable {
  /// The most bytes of a request line, without its CRLF: 8192. Past it: 414 (RFC 9112 §3).
  public var maxRequestLineBytes = 8 << 10
  /// The most bytes of a head, request line included: 16384. Past it: 431 (RFC 6585 §5).
  public var maxHeadBytes = 16 << 10
  /// The most field lines of a head: 100. Past it: 431.
  public var maxFieldCount = 100
  /// The most bytes of content where an endpoint names no limit of its own: 1 MiB. Past it: 413.
  public var maxBodyBytes = 1 << 20
  /// The most bytes of one chunk-size line with its extensions: 4096. Past it: 400 (RFC 9112 §7.1.1).
  public var maxChunkLineBytes = 4 << 10
  /// The most bytes of chunked framing in one request's content that are not content: 16384, beyond 16 bytes for
  /// each chunk. Past it: 400.
  public var maxChunkOverheadBytes = 16 << 10
  /// The most bytes of a trailer section: 16384. Past it: 431.
  public var maxTrailerBytes = 16 << 10
  /// The most connections open at once, over all loops: 10 000, or fewer when the process may open fewer descriptors.
  /// For further ones those are closed that have been without a request for longest, half a second at least; where there
  /// are none, they wait in the kernel's backlog.
  public var maxConnections = 10_000
  /// The maximum number of connections of one peer, over all loops; nil for no limit. Default: 5000, or half of the
  /// connections when the process may open fewer descriptors than ``maxConnections``. A value that is set is used as it is,
  /// so set it together with ``maxConnections``.
  ///
  /// A peer is an IPv4 address or a /64 network of IPv6; behind a proxy it is the proxy, unless that sends PROXY headers
  /// (``ProxyProtocol``). Further connections are reset. Unix domain sockets have no such limit.
  public var maxConnectionsPerPeer: Int? {
    get { peerShare.limit }
    set { peerShare = .chosen(newValue) }
  }
  /// The most requests on one connection before it is closed with its last answer; nil for no limit.
  public var maxRequestsPerConnection: Int?
  /// The slowest content may arrive on average, after ``ServerTimeouts/rateGrace``: 240 bytes per second; 0 for any speed.
  /// Below it: 408.
  public var minBodyBytesPerSecond = 240
  /// The slowest a client may take an answer on average, while the answer waits for it, beyond ``ServerTimeouts/write``:
  /// 240 bytes per second; 0 for any speed. Below it the connection is reset.
  public var minResponseBytesPerSecond = 240

  private var peerShare = PeerShare.usual

  /// The share of one peer: the default, which gives way to a lack of descriptors, or a number that was set.
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

  /// The default limits.
  public init() {}

  /// How many connections there may be where there are so many descriptors for them.
  func places(descriptors: Int) -> (all: Int, ofOnePeer: Int?) {
    let all = min(maxConnections, descriptors)
    guard case .usual = peerShare, let usual = peerShare.limit, descriptors < maxConnections else {
      return (all, maxConnectionsPerPeer)
    }
    return (all, min(usual, max(1, all / 2)))
  }
}
