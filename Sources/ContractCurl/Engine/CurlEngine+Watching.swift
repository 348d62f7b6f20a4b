internal import CCurl
package import ContractLoop

/// What libcurl wants watched: sockets, each with its interest, and one point in time.
extension CurlEngine: LoopTimerHandler {
  // MARK: Sockets

  /// libcurl's wish for a socket, for a transfer that uses it; called inside its calls.
  func watch(_ descriptor: curl_socket_t, _ what: Int32, for transfer: Transfer?) {
    let interest: Interest
    switch what {
    case CURL_POLL_IN: interest = .read
    case CURL_POLL_OUT: interest = .write
    case CURL_POLL_INOUT: interest = Interest.read.union(.write)
    default: interest = Interest(rawValue: 0)
    }
    guard descriptor >= 0 else {
      if let transfer, !interest.isEmpty { stranded.append(transfer) }
      return
    }
    let known = socket(descriptor)
    if interest.isEmpty, known?.isConnection != true {
      return forgetSocket(descriptor)
    }
    let socket = known ?? keep(CurlSocket(descriptor, isConnection: false, engine: self), for: descriptor)
    socket.watch(interest)
    if let transfer, !interest.isEmpty { socket.carries(transfer) }
  }

  /// Ends the transfers that wait for a socket that is not there. Never inside libcurl's calls.
  func endStranded() {
    if stranded.isEmpty { return }
    let transfers = stranded
    stranded = []
    for transfer in transfers {
      end(transfer, TransferFailure(.connectionLost, "the connection was lost while the request was being sent"))
    }
  }

  /// A connection's socket is new; whatever had its number is gone.
  func connectionOpened(_ descriptor: curl_socket_t) {
    if descriptor < 0 { return }
    forgetSocket(descriptor)
    let socket = keep(CurlSocket(descriptor, isConnection: true, engine: self), for: descriptor)
    if options.configuration.unixSocket == nil { ports.add(socket) }
  }

  /// A connection's socket is about to be closed.
  func connectionCloses(_ descriptor: curl_socket_t) {
    forgetSocket(descriptor)
  }

  /// Tells libcurl what happened to a socket.
  func socketReady(_ descriptor: curl_socket_t, _ mask: Int32) {
    var stillRunning: Int32 = 0
    _ = curl_multi_socket_action(multi, descriptor, mask, &stillRunning)
    settle()
  }

  // MARK: Sockets that epoll does not take

  /// libcurl waits for a socket that is not watched.
  func missed(_ socket: CurlSocket, _ failure: WatchFailure) {
    guard failure == .full else {
      if broken.isEmpty { loop.atTurnEnd(self) }
      return broken.append(socket)
    }
    if unwatched.contains(where: { $0 === socket }) { return }
    unwatched.append(socket)
    if unwatchedTimer != nil { return }
    unwatchedTimer = loop.schedule(after: .milliseconds(50)) { self.lookAtUnwatched() }
  }

  /// Tries again, and lets libcurl look for itself meanwhile: readiness that is none costs it one call that would block.
  private func lookAtUnwatched() {
    unwatchedTimer = nil
    let sockets = unwatched
    unwatched = []
    for socket in sockets where !socket.wanted.isEmpty {
      let mask = socket.mask
      socket.watch(socket.wanted)
      socketReady(socket.descriptor, mask)
    }
  }

  /// Tells libcurl of the sockets that cannot be watched at all. Never inside its calls.
  func reportBroken() {
    if broken.isEmpty { return }
    let sockets = broken
    broken = []
    for socket in sockets where !socket.wanted.isEmpty {
      var stillRunning: Int32 = 0
      _ = curl_multi_socket_action(multi, socket.descriptor, CURL_CSELECT_ERR, &stillRunning)
    }
  }

  // MARK: Sockets by number

  private func socket(_ descriptor: curl_socket_t) -> CurlSocket? {
    sockets.indices.contains(Int(descriptor)) ? sockets[Int(descriptor)] : nil
  }

  /// Remembers a socket by its number, which is not negative.
  @discardableResult
  private func keep(_ socket: CurlSocket, for descriptor: curl_socket_t) -> CurlSocket {
    let missing = Int(descriptor) + 1 - sockets.count
    if missing > 0 { sockets.append(contentsOf: repeatElement(nil, count: missing)) }
    sockets[Int(descriptor)] = socket
    return socket
  }

  func forgetSocket(_ descriptor: curl_socket_t) {
    guard let socket = socket(descriptor) else { return }
    sockets[Int(descriptor)] = nil
    if socket.isConnection { ports.remove(socket) }
    socket.forget()
  }

  // MARK: The clock

  /// libcurl's wish for a call: in so many milliseconds, at once (0), or never (-1). Called inside its calls.
  ///
  /// libcurl sets and clears a limit with every transfer. The timer stays armed when the wish is taken back and is
  /// moved by the next, which costs one store; one that fires without a wish does nothing.
  func setClock(milliseconds: Int) {
    isClockWanted = milliseconds >= 0
    guard isClockWanted else { return }
    let moment = LoopInstant.read().advanced(by: .milliseconds(milliseconds))
    if let clock, loop.reschedule(clock, at: moment) { return }
    clock = loop.schedule(at: moment, self)
  }

  package func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    if token == deadlineTimer { return deadlineCame() }
    clock = nil
    guard isClockWanted else { return }
    isClockWanted = false
    isClockDue = true
    settle()
  }
}

// SAFETY: libcurl calls this inside calls that the engine makes on the loop's thread, with the engine as context.
let onClock: contract_curl_timer_function = { _, milliseconds, context in
  Unmanaged<CurlEngine>.fromOpaque(context!)._withUnsafeGuaranteedRef { engine in
    engine.isClockDue = milliseconds == 0
    engine.setClock(milliseconds: milliseconds == 0 ? -1 : milliseconds)
  }
  return 0
}
