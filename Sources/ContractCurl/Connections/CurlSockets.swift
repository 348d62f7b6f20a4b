internal import CCurl
internal import ContractLoop

/// The sockets of an engine's connections: the events that libcurl waits for, and the idle sockets. Loop thread only.
final class CurlSockets {
  unowned let engine: CurlEngine
  let loop: ContractLoop

  /// The sockets by descriptor.
  private var all: [CurlSocket?] = []
  /// The sockets that epoll has no room for.
  private var unwatched: [CurlSocket] = []
  /// The timer that polls the sockets in `unwatched`; nil if there are none.
  private var pollTimer: TimerToken?
  /// The sockets that cannot be watched, reported to libcurl at the end of the loop iteration.
  private var broken: [CurlSocket] = []
  /// The sockets that libcurl does not watch now, each at its own `restingIndex`.
  private var resting: [CurlSocket] = []
  private var ports = SocketPorts()

  init(_ engine: CurlEngine) {
    self.engine = engine
    loop = engine.loop
  }

  // MARK: Calls by libcurl

  /// Watches a socket as requested by libcurl, on behalf of a transfer. Called inside libcurl.
  func watch(_ descriptor: curl_socket_t, _ what: Int32, for transfer: Transfer?) {
    let interest: Interest =
      switch what {
      case CURL_POLL_IN: .read
      case CURL_POLL_OUT: .write
      case CURL_POLL_INOUT: [.read, .write]
      default: []
      }
    guard descriptor >= 0 else {
      if let transfer, !interest.isEmpty { engine.pending.stranded.append(transfer) }
      return
    }
    let known = socket(descriptor)
    if interest.isEmpty, known?.isConnection != true {
      return forget(descriptor)
    }
    let socket = known ?? add(CurlSocket(descriptor, isConnection: false, in: self))
    socket.watch(interest)
    if let transfer, !interest.isEmpty { socket.carries(transfer) }
  }

  /// Adds the socket of a new connection, in place of a closed one with the same descriptor.
  func opened(_ descriptor: curl_socket_t) {
    if descriptor < 0 { return }
    forget(descriptor)
    let socket = add(CurlSocket(descriptor, isConnection: true, in: self))
    if engine.options.configuration.unixSocket == nil { ports.add(socket) }
  }

  /// Forgets a socket that is about to be closed, or that is passed to a tunnel.
  func forget(_ descriptor: curl_socket_t) {
    guard let socket = socket(descriptor) else { return }
    all[Int(descriptor)] = nil
    if socket.isConnection { ports.remove(socket) }
    socket.forget()
  }

  /// Forgets all sockets; their connections are closed.
  func forgetAll() {
    for socket in all { socket?.forget() }
    all = []
    unwatched = []
    broken = []
    resting = []
    ports = SocketPorts()
    if let pollTimer { loop.cancel(pollTimer) }
    pollTimer = nil
  }

  private func socket(_ descriptor: curl_socket_t) -> CurlSocket? {
    all.indices.contains(Int(descriptor)) ? all[Int(descriptor)] : nil
  }

  private func add(_ socket: CurlSocket) -> CurlSocket {
    let missing = Int(socket.descriptor) + 1 - all.count
    if missing > 0 { all.append(contentsOf: repeatElement(nil, count: missing)) }
    all[Int(socket.descriptor)] = socket
    return socket
  }

  // MARK: Sockets that epoll refuses

  /// Handles a socket that libcurl wants to watch and that epoll refuses.
  func missed(_ socket: CurlSocket, _ failure: WatchFailure) {
    guard failure == .full else {
      if broken.isEmpty { loop.atTurnEnd(engine) }
      return broken.append(socket)
    }
    if unwatched.contains(where: { $0 === socket }) { return }
    unwatched.append(socket)
    if pollTimer != nil { return }
    pollTimer = loop.schedule(after: .milliseconds(50)) { self.pollUnwatched() }
  }

  /// Tries to watch the sockets again, and reports them to libcurl as ready. For a socket that is not ready, this costs
  /// libcurl one system call without a result.
  private func pollUnwatched() {
    pollTimer = nil
    let sockets = unwatched
    unwatched = []
    for socket in sockets where !socket.wanted.isEmpty {
      let mask = socket.mask
      socket.watch(socket.wanted)
      engine.socketReady(socket.descriptor, mask)
    }
  }

  /// Removes and returns the sockets that cannot be watched.
  func takeBroken() -> [CurlSocket] {
    defer { broken = [] }
    return broken
  }

  // MARK: Idle connections

  /// Adds a socket that libcurl stops watching to the resting sockets.
  func rest(_ socket: CurlSocket) {
    guard socket.restingIndex < 0 else { return }
    socket.restingIndex = resting.count
    resting.append(socket)
  }

  /// Removes a socket from the resting sockets.
  func wake(_ socket: CurlSocket) {
    guard resting.indices.contains(socket.restingIndex) else { return }
    let last = resting.removeLast()
    if last !== socket {
      resting[socket.restingIndex] = last
      last.restingIndex = socket.restingIndex
    }
    socket.restingIndex = -1
  }

  /// Assigns the kept connection at a port to the transfer. Returns false if bytes wait on the connection. Called
  /// before the request is sent, because the response may arrive before libcurl watches the socket.
  ///
  /// - Parameter port: The local port of the connection; 0 or less if unknown.
  func claim(at port: Int32, for transfer: Transfer) -> Bool {
    guard port > 0, let first = ports.first(at: port) else {
      // Unix sockets have no ports, so it is unknown which socket libcurl has chosen. The result is true only if no
      // socket that may be idle has unread bytes.
      return !resting.contains { $0.mayBeIdle && contract_curl_has_arrivals($0.descriptor) != 0 }
    }
    // Resting sockets are considered first. If there is none, libcurl has chosen a socket that it still watches.
    return claim(from: first, for: transfer, onlyResting: true) ?? claim(from: first, for: transfer, onlyResting: false)
      ?? true
  }

  /// Assigns the sockets of a chain to the transfer. Returns false if bytes wait on one of them, nil if none qualifies.
  private func claim(from first: CurlSocket, for transfer: Transfer, onlyResting: Bool) -> Bool? {
    var isQuiet: Bool?
    var next: CurlSocket? = first
    while let socket = next {
      next = socket.nextAtPort
      if onlyResting, socket.restingIndex < 0 { continue }
      isQuiet = contract_curl_has_arrivals(socket.descriptor) == 0 && isQuiet != false
      socket.carries(transfer)
    }
    return isQuiet
  }
}

// MARK: - Callbacks

// libcurl calls these functions inside calls that the engine makes on the loop's thread. The last such call is in
// `CurlEngine.stop`.

let onSocket: contract_curl_socket_function = { easy, descriptor, what, context, _ in
  let transfer = easy.flatMap(CurlHandle.of)?.transfer
  _ = LibraryContext.with(context, as: CurlEngine.self) { $0.sockets.watch(descriptor, what, for: transfer) }
  // Any other result ends all transfers of the multi handle.
  return 0
}

let onOpen: contract_curl_open_function = { context, descriptor, _ in
  _ = LibraryContext.with(context, as: CurlSockets.self) { $0.opened(descriptor) }
  return CURL_SOCKOPT_OK
}

let onClose: contract_curl_close_function = { context, descriptor in
  _ = LibraryContext.with(context, as: CurlSockets.self) { $0.forget(descriptor) }
  return descriptor < 0 ? -1 : close(descriptor)
}
