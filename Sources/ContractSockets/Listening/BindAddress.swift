/// An address on which a server should listen: an IP address and port, a Unix domain socket, or inherited sockets.
///
/// ```swift
/// Server(listening: [.tcp("::", port: 8080, dualStack: true), .unix("/run/app.sock"), .inherited()]) { … }
/// ```
public struct BindAddress: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case tcp(host: String, port: Int, isDualStack: Bool, isShared: Bool)
    case unix(path: String, mode: UInt32, replaces: Bool)
    case inherited(name: String?)
  }

  let kind: Kind
  let proxyProtocol: ProxyProtocol
  #if TLS
    package var tls: ServerTLS?
  #endif

  private init(_ kind: Kind, _ proxyProtocol: ProxyProtocol) {
    self.kind = kind
    self.proxyProtocol = proxyProtocol
  }

  /// Listens on an IP address and port.
  ///
  /// - Parameters:
  ///   - host: a numeric IPv4 or IPv6 address, or `localhost` (127.0.0.1). `0.0.0.0` or `::` listens on all addresses.
  ///     Default: `127.0.0.1`, which is reachable only from this machine.
  ///   - port: 0 picks a free port, see ``Server/addresses``.
  ///   - dualStack: with `::`, whether to listen on all IPv4 addresses as well. Their peers appear with IPv4 addresses.
  ///   - shared: lets another process of the same user listen on the port at the same time (`SO_REUSEPORT`), for a
  ///     hand-over to a new process. Both must set it. New connections go to either process. When one process stops, it
  ///     serves its existing connections, and new ones go to the other process. If false, the start fails if another
  ///     process listens on the port: sharing by mistake would silently split the connections. With several threads, a
  ///     later process that sets it can still share the port.
  ///   - proxyProtocol: whether connections begin with a PROXY header from a proxy.
  public static func tcp(
    _ host: String = "127.0.0.1", port: Int, dualStack: Bool = false, shared: Bool = false,
    proxyProtocol: ProxyProtocol = .none
  ) -> BindAddress {
    BindAddress(.tcp(host: host, port: port, isDualStack: dualStack, isShared: shared), proxyProtocol)
  }

  /// Listens on a Unix domain socket.
  ///
  /// A socket file on which no process listens is removed first. A socket in use, or a file of another kind, is an
  /// error. The file is removed when the server stops, unless another server has replaced it.
  ///
  /// - Parameters:
  ///   - path: at most 107 bytes (unix(7)).
  ///   - mode: the permissions of the file, set exactly, regardless of the umask. Write permission allows connecting.
  ///     Default: 0600.
  ///   - replacing: atomically replaces a server that listens on the path, for a hand-over to a new process. The old
  ///     server serves its existing connections, and does not remove the file when it stops.
  ///   - proxyProtocol: whether connections begin with a PROXY header from a proxy.
  public static func unix(
    _ path: String, mode: UInt32 = 0o600, replacing: Bool = false, proxyProtocol: ProxyProtocol = .none
  ) -> BindAddress {
    BindAddress(.unix(path: path, mode: mode & 0o777, replaces: replacing), proxyProtocol)
  }

  /// Listens on sockets inherited from the parent process, as in systemd's socket activation (sd_listen_fds(3)).
  ///
  /// `LISTEN_FDS`, `LISTEN_PID` and `LISTEN_FDNAMES` are read once and removed from the environment. Child processes do
  /// not inherit the sockets. The service manager keeps the sockets open, so a restart loses no connections.
  ///
  /// - Parameters:
  ///   - name: the name of the sockets (`FileDescriptorName=`); nil for all sockets that no earlier address uses.
  ///   - proxyProtocol: whether connections begin with a PROXY header from a proxy.
  public static func inherited(_ name: String? = nil, proxyProtocol: ProxyProtocol = .none) -> BindAddress {
    BindAddress(.inherited(name: name), proxyProtocol)
  }
}

extension BindAddress: CustomStringConvertible {
  /// The address in errors: `127.0.0.1:8080`, `[::1]:8080`, `unix:/run/app.sock`, `inherited` or `inherited:name`.
  public var description: String {
    switch kind {
    case .tcp(let host, let port, _, _):
      host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path, _, _): "unix:\(path)"
    case .inherited(let name): name.map { "inherited:\($0)" } ?? "inherited"
    }
  }
}
