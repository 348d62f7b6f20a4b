internal import ContractHTTP
internal import ContractLoop

/// The listening sockets of one address: one for each loop, or one for all of them where an address takes no more.
final class ListeningSockets: Sendable {
  /// The address with its real port.
  let address: SocketAddress
  let intake: Intake
  /// The file to remove when the server stops.
  let file: UnixSocketFile?
  /// Set where other processes may listen too.
  let sharedPort: SharedPort?
  /// The queue of connections, where ``begin()`` has yet to listen.
  private let backlog: Int32?
  private let holding: Lock<Holding>

  private enum Holding {
    case sockets([ListeningSocket])
    /// The process's, for other starts to find should this one fail.
    case loan(InheritedSockets.Entry, from: InheritedSockets)
    /// The loops have taken the sockets, so that the last loop's end closes a socket.
    case nothing
  }

  private init(
    _ holding: Holding, at address: SocketAddress, intake: Intake, file: UnixSocketFile? = nil,
    sharedPort: SharedPort? = nil, backlog: Int32? = nil
  ) {
    self.address = address
    self.intake = intake
    self.file = file
    self.sharedPort = sharedPort
    self.backlog = backlog
    self.holding = Lock(holding)
  }

  /// Takes the sockets out, one for each of `count` loops. From here on they are the server's to close.
  func take(_ count: Int) -> [ListeningSocket] {
    switch takeHolding() {
    case .sockets(let sockets): (0..<count).map { sockets[$0 % sockets.count] }
    case .loan(let entry, _):
      Array(
        repeating: ListeningSocket(Descriptor(owning: entry.raw), intake, isExclusive: count > 1), count: count)
    case .nothing: []
    }
  }

  /// Gives the socket its name where a file of another server may be. Done when all sockets listen, so that a server that
  /// cannot start takes nobody's.
  func put() throws(ServerError) { try file?.put() }

  /// Takes what other servers have until now of a port's connections. Done when everything else that a server needs is
  /// there, so that one that cannot start takes nothing.
  func listen() throws(ServerError) {
    guard let backlog, case .sockets(let sockets) = holding.withLock({ $0 }) else { return }
    do throws(SystemError) {
      for socket in sockets { try Syscalls.listen(socket.raw, backlog: backlog) }
    } catch {
      throw ServerError(error, at: address.description)
    }
  }

  /// The server does not start: what it has opened is closed, and what it has inherited goes back.
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

  /// Opens every place for `count` loops; when one fails, none stays open.
  static func open(
    _ places: [ListeningPlace], count: Int, backlog: Int32, inherited: @autoclosure () -> InheritedSockets
  ) throws(ServerError) -> [ListeningSockets] {
    if places.isEmpty { throw ServerError(.nowhere, "the server has nowhere to listen; give it one place at least") }
    var opened: [ListeningSockets] = []
    do throws(ServerError) {
      for place in places {
        let intake = try Intake(place)
        switch place.kind {
        case .tcp(let host, let port, let isDualStack, let isShared):
          let address = try address(host, port)
          do throws(SystemError) {
            opened.append(
              try tcp(address, intake, isDualStack, isShared: isShared, count: count, backlog: backlog))
          } catch {
            throw ServerError(error, at: place.description)
          }
        case .unix(let path, let mode, let replaces):
          opened.append(try unix(path, mode, replaces, intake, count: count, backlog: backlog))
        case .inherited(let name):
          opened += try self.inherited(name, from: inherited(), intake)
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
        .invalidHost, "`\(host)` is not a numeric IP address; use one, or localhost, or 0.0.0.0 for all")
    }
    return address
  }

  // MARK: TCP

  /// The first socket is bound without `SO_REUSEPORT`, which fails where anybody else listens; with it, a second server
  /// would get half of the first one's connections and nobody would be told. Only then is the port shared, with the
  /// sockets of the other loops. Where sharing is what is wanted, all are bound with it.
  private static func tcp(
    _ wanted: SocketAddress, _ intake: Intake, _ isDualStack: Bool, isShared: Bool, count: Int, backlog: Int32
  ) throws(SystemError) -> ListeningSockets {
    let count = max(1, count)
    let first = try socket(for: wanted, isDualStack, sharesPort: isShared)
    try Syscalls.bind(first.raw, to: wanted)
    if count > 1 && !isShared { try Syscalls.setOption(.reusePort, to: 1, on: first.raw) }
    let address = try Syscalls.localAddress(of: first.raw)
    let sharedPort = isShared ? SharedPort(first.raw) : nil
    var sockets = [ListeningSocket(first, intake, sharedPort: sharedPort)]
    for _ in 1..<count {
      let next = try socket(for: address, isDualStack, sharesPort: true)
      try Syscalls.bind(next.raw, to: address)
      sockets.append(ListeningSocket(next, intake, sharedPort: sharedPort))
    }
    // Where nobody else may listen, this tells whether somebody does.
    if !isShared {
      for socket in sockets { try Syscalls.listen(socket.raw, backlog: backlog) }
    }
    return ListeningSockets(
      .sockets(sockets), at: address, intake: intake, sharedPort: sharedPort, backlog: isShared ? backlog : nil)
  }

  private static func socket(
    for address: SocketAddress, _ isDualStack: Bool, sharesPort: Bool
  ) throws(SystemError) -> Descriptor {
    let socket = try Syscalls.streamSocket(for: address)
    try Syscalls.setOption(.reuseAddress, to: 1, on: socket.raw)
    try ready(socket.raw)
    if case .ipv6 = address { try Syscalls.setOption(.v6Only, to: isDualStack ? 0 : 1, on: socket.raw) }
    if sharesPort { try Syscalls.setOption(.reusePort, to: 1, on: socket.raw) }
    return socket
  }

  /// Sets what accepted connections inherit.
  static func ready(_ listening: Int32) throws(SystemError) {
    // Answers leave when they are written.
    try Syscalls.setOption(.noDelay, to: 1, on: listening)
    // The kernel would take megabytes of a stream for a client that reads nothing.
    try Syscalls.setOption(.notSentLowWater, to: EngineSettings.maxUnsentBytes, on: listening)
    // A client that is gone without a word while a stream has nothing to say is found out within two minutes.
    try Syscalls.setOption(.keepAlive, to: 1, on: listening)
    try Syscalls.setOption(.keepAliveIdle, to: 60, on: listening)
    try Syscalls.setOption(.keepAliveInterval, to: 10, on: listening)
    try Syscalls.setOption(.keepAliveCount, to: 6, on: listening)
  }

  // MARK: One socket for all loops

  private static func unix(
    _ path: String, _ mode: UInt32, _ replaces: Bool, _ intake: Intake, count: Int, backlog: Int32
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
      .sockets([ListeningSocket(socket, intake, isExclusive: count > 1)]), at: address, intake: intake, file: file)
  }

  private static func inherited(
    _ name: String?, from inherited: InheritedSockets, _ intake: Intake
  ) throws(ServerError) -> [ListeningSockets] {
    let entries = inherited.take(name)
    if entries.isEmpty {
      let names = inherited.names.filter { !$0.isEmpty }
      let rest = names.isEmpty ? "" : "; there are \(names.map { "`\($0)`" }.joined(separator: ", "))"
      throw ServerError(
        .nothingInherited,
        "the process was started with no socket\(name.map { " named `\($0)`" } ?? "") to listen on\(rest); "
          + "start it by a systemd socket unit, or listen on an address")
    }
    do throws(ServerError) {
      for entry in entries { try InheritedSockets.prepare(entry) }
    } catch {
      inherited.giveBack(entries)
      throw error
    }
    return entries.map { entry in
      // It was asked for its family just now.
      let address = (try? Syscalls.localAddress(of: entry.raw)) ?? .unix(path: "")
      return ListeningSockets(.loan(entry, from: inherited), at: address, intake: intake)
    }
  }
}
