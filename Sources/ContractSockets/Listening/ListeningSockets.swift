internal import ContractHTTP
internal import ContractLoop

/// The listening sockets of one address: one for each loop, or one for all if the address allows only one.
final class ListeningSockets: Sendable {
  /// The address with its actual port.
  let address: SocketAddress
  let settings: ListenerSettings
  /// The file to remove when the server stops.
  let file: UnixSocketFile?
  /// The port that other processes may share; nil if they may not.
  let sharedPort: SharedPort?
  /// The backlog for ``listen()``; nil for sockets that already listen.
  private let backlog: Int32?
  private let holding: Lock<Holding>

  private enum Holding {
    case sockets([ListeningSocket])
    /// An inherited socket, which is returned if the start fails.
    case loan(InheritedSockets.Entry, from: InheritedSockets)
    /// The loops own the sockets. The last loop closes a socket.
    case nothing
  }

  private init(
    _ holding: Holding, at address: SocketAddress, settings: ListenerSettings, file: UnixSocketFile? = nil,
    sharedPort: SharedPort? = nil, backlog: Int32? = nil
  ) {
    self.address = address
    self.settings = settings
    self.file = file
    self.sharedPort = sharedPort
    self.backlog = backlog
    self.holding = Lock(holding)
  }

  /// Returns the sockets, one for each of `count` loops, which then own them.
  func take(_ count: Int) -> [ListeningSocket] {
    switch takeHolding() {
    case .sockets(let sockets): (0..<count).map { sockets[$0 % sockets.count] }
    case .loan(let entry, _):
      Array(
        repeating: ListeningSocket(Descriptor(owning: entry.raw), settings, isExclusive: count > 1), count: count)
    case .nothing: []
    }
  }

  /// Moves the socket file to its path, possibly over the file of another server. Done once all sockets listen, so that a
  /// server that fails to start replaces nothing.
  func moveFileIntoPlace() throws(ServerError) { try file?.moveIntoPlace() }

  /// Starts to listen, which may take connections from another server of a shared port. Done once everything else is prepared,
  /// so that a server that fails to start takes none.
  func listen() throws(ServerError) {
    guard let backlog, case .sockets(let sockets) = holding.withLock({ $0 }) else { return }
    do throws(SystemError) {
      for socket in sockets { try Syscalls.listen(socket.raw, backlog: backlog) }
    } catch {
      throw ServerError(error, at: address.description)
    }
  }

  /// Closes opened sockets and returns inherited ones, because the server fails to start.
  func giveUp() {
    file?.remove()
    if case .loan(let entry, let lender) = takeHolding() { lender.giveBack([entry]) }
  }

  private func takeHolding() -> Holding {
    holding.withLock { holding in
      defer { holding = .nothing }
      return holding
    }
  }

  // MARK: Opening

  /// Opens all addresses for `count` loops. If one fails, none remains open.
  static func open(
    _ addresses: [BindAddress], count: Int, backlog: Int32, inherited: @autoclosure () -> InheritedSockets
  ) throws(ServerError) -> [ListeningSockets] {
    if addresses.isEmpty { throw ServerError(.nowhere, "the server has no address to listen on; pass at least one") }
    var opened: [ListeningSockets] = []
    do throws(ServerError) {
      for bindAddress in addresses {
        let settings = try ListenerSettings(bindAddress)
        switch bindAddress.kind {
        case .tcp(let host, let port, let isDualStack, let isShared):
          let address = try address(host, port)
          do throws(SystemError) {
            opened.append(
              try tcp(address, settings, isDualStack, isShared: isShared, count: count, backlog: backlog))
          } catch {
            throw ServerError(error, at: bindAddress.description)
          }
        case .unix(let path, let mode, let replaces):
          opened.append(try unix(path, mode, replaces, settings, count: count, backlog: backlog))
        case .inherited(let name):
          opened += try self.inherited(name, from: inherited(), settings)
        }
      }
    } catch {
      for sockets in opened { sockets.giveUp() }
      throw error
    }
    return opened
  }

  private static func address(_ host: String, _ port: Int) throws(ServerError) -> SocketAddress {
    guard let port = UInt16(exactly: port) else {
      throw ServerError(.invalidPort, "\(port) is not a port; use 0 to 65535")
    }
    guard let address = SocketAddress(host: host, port: port) else {
      throw ServerError(
        .invalidHost,
        "`\(host)` is not a numeric IP address; use a numeric address, localhost, or 0.0.0.0 for all addresses")
    }
    if case .ipv6(let high, _, _, _) = address, high >> 54 == 0xfe80 >> 6 {
      throw ServerError(
        .invalidHost, "`\(host)` is a link-local address, which is not supported; use another one, or :: for all")
    }
    return address
  }

  // MARK: TCP

  /// Opens one socket for each loop.
  ///
  /// If sharing is requested, all sockets are bound with `SO_REUSEPORT`. Otherwise, the first socket is bound without the
  /// option, so that the start fails if another process listens: with the option, the second server would silently get half of
  /// the connections. The first socket then gets the option, to share the port with the sockets of the other loops.
  private static func tcp(
    _ wanted: SocketAddress, _ settings: ListenerSettings, _ isDualStack: Bool, isShared: Bool, count: Int,
    backlog: Int32
  ) throws(SystemError) -> ListeningSockets {
    let count = max(1, count)
    let first = try socket(for: wanted, isDualStack, sharesPort: isShared)
    try Syscalls.bind(first.raw, to: wanted)
    if count > 1 && !isShared { try Syscalls.setOption(.reusePort, to: 1, on: first.raw) }
    let address = try Syscalls.localAddress(of: first.raw)
    let sharedPort = isShared ? SharedPort(first.raw) : nil
    var sockets = [ListeningSocket(first, settings, sharedPort: sharedPort)]
    for _ in 1..<count {
      let next = try socket(for: address, isDualStack, sharesPort: true)
      try Syscalls.bind(next.raw, to: address)
      sockets.append(ListeningSocket(next, settings, sharedPort: sharedPort))
    }
    // Without a shared port, the sockets listen from now on. If another process listens on the port, `listen` fails,
    // but `bind` succeeds.
    if !isShared {
      for socket in sockets { try Syscalls.listen(socket.raw, backlog: backlog) }
    }
    return ListeningSockets(
      .sockets(sockets), at: address, settings: settings, sharedPort: sharedPort, backlog: isShared ? backlog : nil)
  }

  private static func socket(
    for address: SocketAddress, _ isDualStack: Bool, sharesPort: Bool
  ) throws(SystemError) -> Descriptor {
    let socket = try Syscalls.streamSocket(for: address)
    try Syscalls.setOption(.reuseAddress, to: 1, on: socket.raw)
    try setConnectionOptions(on: socket.raw)
    if case .ipv6 = address { try Syscalls.setOption(.v6Only, to: isDualStack ? 0 : 1, on: socket.raw) }
    if sharesPort { try Syscalls.setOption(.reusePort, to: 1, on: socket.raw) }
    return socket
  }

  /// Sets the options that accepted connections inherit.
  static func setConnectionOptions(on listening: Int32) throws(SystemError) {
    // Disables Nagle's algorithm, so that responses are sent when they are written.
    try Syscalls.setOption(.noDelay, to: 1, on: listening)
    // Without this limit, the kernel would accept megabytes of a stream for a client that reads nothing.
    try Syscalls.setOption(.notSentLowWater, to: EngineSettings.maxUnsentBytes, on: listening)
    // A vanished client of a silent stream is detected within two minutes.
    try Syscalls.setOption(.keepAlive, to: 1, on: listening)
    try Syscalls.setOption(.keepAliveIdle, to: 60, on: listening)
    try Syscalls.setOption(.keepAliveInterval, to: 10, on: listening)
    try Syscalls.setOption(.keepAliveCount, to: 6, on: listening)
  }

  // MARK: One socket for all loops

  private static func unix(
    _ path: String, _ mode: UInt32, _ replaces: Bool, _ settings: ListenerSettings, count: Int, backlog: Int32
  ) throws(ServerError) -> ListeningSockets {
    let address = SocketAddress.unix(path: path)
    let socket: Descriptor
    do throws(SystemError) {
      socket = try Syscalls.streamSocket(for: address)
    } catch {
      throw ServerError(error, at: address.description)
    }
    let file = try UnixSocketFile(
      binding: socket.raw, to: path, mode: mode, replaces: replaces, backlog: backlog)
    return ListeningSockets(
      .sockets([ListeningSocket(socket, settings, isExclusive: count > 1)]), at: address, settings: settings, file: file
    )
  }

  private static func inherited(
    _ name: String?, from inherited: InheritedSockets, _ settings: ListenerSettings
  ) throws(ServerError) -> [ListeningSockets] {
    let entries = inherited.take(name)
    if entries.isEmpty, inherited.hadSocket(name) {
      throw ServerError(
        .nothingInherited,
        "all inherited sockets\(name.map { " named `\($0)`" } ?? "") are used by other addresses or servers of this process"
      )
    }
    if entries.isEmpty {
      let names = inherited.names.filter { !$0.isEmpty }
      let rest = names.isEmpty ? "" : "; there are \(names.map { "`\($0)`" }.joined(separator: ", "))"
      throw ServerError(
        .nothingInherited,
        "the process was started with no socket\(name.map { " named `\($0)`" } ?? "") to listen on\(rest); "
          + "start it from a systemd socket unit, or listen on an address")
    }
    do throws(ServerError) {
      for entry in entries { try InheritedSockets.prepare(entry) }
    } catch {
      inherited.giveBack(entries)
      throw error
    }
    return entries.map { entry in
      // Reading the address succeeds, because its family was read before.
      let address = (try? Syscalls.localAddress(of: entry.raw)) ?? .unix(path: "")
      return ListeningSockets(.loan(entry, from: inherited), at: address, settings: settings)
    }
  }
}
