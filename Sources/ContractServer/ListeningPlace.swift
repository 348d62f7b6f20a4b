/// A place where a server is to listen: an address with a port, a Unix domain socket, or what the process was started with.
///
/// ```swift
/// Server(listening: [.tcp("::", port: 8080, dualStack: true), .unix("/run/app.sock", mode: 0o660), .inherited()]) { … }
/// ```
public struct ListeningPlace: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case tcp(host: String, port: Int, isDualStack: Bool, isShared: Bool)
    case unix(path: String, mode: UInt32, replaces: Bool)
    case inherited(name: String?)
  }

  let kind: Kind
  let proxyProtocol: ProxyProtocol
  #if TLS
    var tls: ServerTLS?
  #endif

  private init(_ kind: Kind, _ proxyProtocol: ProxyProtocol) {
    self.kind = kind
    self.proxyProtocol = proxyProtocol
  }

  /// An IP address and a port.
  ///
  /// - Parameters:
  ///   - host: a numeric IPv4 or IPv6 address or `localhost` (127.0.0.1); `0.0.0.0` or `::` listens on every address.
  ///   - port: 0 finds a free one, which ``Server/addresses`` tells.
  ///   - dualStack: with `::`, listens on every IPv4 address as well. A peer from there has its IPv4 address.
  ///   - shared: lets another process of the same user listen here at the same time, if it says so too (`SO_REUSEPORT`):
  ///     the new process of a hand-over. Connections go to either; when one server stops, new ones go to the other, and
  ///     whoever has connected is answered. Without it, this server is refused where another listens, because it would get
  ///     half of the connections unnoticed; one that shares and starts later is kept out by a server of one thread alone.
  ///   - proxyProtocol: whether a proxy in front tells who its clients are.
  public static func tcp(
    _ host: String = "127.0.0.1", port: Int, dualStack: Bool = false, shared: Bool = false,
    proxyProtocol: ProxyProtocol = .none
  ) -> ListeningPlace {
    ListeningPlace(.tcp(host: host, port: port, isDualStack: dualStack, isShared: shared), proxyProtocol)
  }

  /// A Unix domain socket.
  ///
  /// A socket's file that is left over and where nobody listens is removed first; one where somebody listens, or a file
  /// that is no socket, is an error. The file goes when the server stops, unless it is another server's by then.
  ///
  /// - Parameters:
  ///   - path: at most 107 bytes (unix(7)).
  ///   - mode: who may connect: whoever may write to the file. It has exactly this mode, whatever the process's umask says,
  ///     and never a wider one.
  ///   - replacing: takes the path over from a server that listens there, in one step: the hand-over from an old process to
  ///     a new one. The old one answers whoever has connected to it, and leaves the file alone when it stops.
  ///   - proxyProtocol: whether a proxy in front tells who its clients are.
  public static func unix(
    _ path: String, mode: UInt32 = 0o600, replacing: Bool = false, proxyProtocol: ProxyProtocol = .none
  ) -> ListeningPlace {
    ListeningPlace(.unix(path: path, mode: mode & 0o777, replaces: replacing), proxyProtocol)
  }

  /// The listening sockets that the process was started with: systemd's socket activation (sd_listen_fds(3)).
  ///
  /// They are read once, from `LISTEN_FDS`, `LISTEN_PID` and `LISTEN_FDNAMES`, which are then removed from the environment,
  /// and the sockets are kept from programs that this one starts. The service manager keeps them open, so a restart loses
  /// no connection.
  ///
  /// - Parameters:
  ///   - name: those with this name (`FileDescriptorName=`); nil for all that no place before has taken.
  ///   - proxyProtocol: whether a proxy in front tells who its clients are.
  public static func inherited(_ name: String? = nil, proxyProtocol: ProxyProtocol = .none) -> ListeningPlace {
    ListeningPlace(.inherited(name: name), proxyProtocol)
  }
}

extension ListeningPlace: CustomStringConvertible {
  /// Where, as errors say it: `127.0.0.1:8080`, `[::1]:8080`, `unix:/run/app.sock`, `inherited` or `inherited:name`.
  public var description: String {
    switch kind {
    case .tcp(let host, let port, _, _):
      host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path, _, _): "unix:\(path)"
    case .inherited(let name): name.map { "inherited:\($0)" } ?? "inherited"
    }
  }
}
