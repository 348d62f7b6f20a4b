internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// The moment at which a request has a connection and nothing of it has been sent: the last at which a connection can be
/// refused that libcurl has chosen for it.
extension CurlEngine {
  /// libcurl is about to send a request; called inside its calls.
  ///
  /// - Parameter port: this end's port of the connection, or nothing that is one.
  /// - Returns: false to abort. Then the transfer has a failure, or is given to libcurl once more, which has closed the
  ///   connection unless others use it.
  func mayBegin(_ transfer: Transfer, at port: Int32) -> Bool {
    guard case .running(let handle) = transfer.phase, transfer.mayBegin() else { return false }
    let session = transfer.request.isSecure ? TLSSession(of: handle) : nil
    let version = transfer.shape(options).version(options)
    let speaksHTTP2 = version == .http2 || (version == .negotiated && session?.agreesOnHTTP2 == true)
    transfer.speaksHTTP2 = speaksHTTP2
    if !speaksHTTP2, !transfer.request.isUpgrade {
      if let session, isShared(session, with: transfer) {
        transfer.isLimitedToHTTP1 = true
        transfer.mustRestart = true
        return false
      }
      if handle.isReusing || transfer.hasBegun {
        guard session?.hasUnread != true, isQuiet(at: port, for: transfer) else {
          transfer.mustRestart = true
          return false
        }
      }
    }
    transfer.begins()
    transfer.socket?.speaks(speaksHTTP2)
    return true
  }

  /// True when another transfer uses the connection, which carries one at a time. libcurl puts several on it when another
  /// connection to the same host speaks HTTP/2, or a response has said so.
  private func isShared(_ session: TLSSession, with transfer: Transfer) -> Bool {
    if let other = sessions[session.identity], other !== transfer, case .running(let handle) = other.phase,
      TLSSession(of: handle)?.identity == session.identity
    {
      return true
    }
    forgetSession(of: transfer)
    sessions[session.identity] = transfer
    transfer.session = session.identity
    return false
  }

  /// True when nothing has come on the kept connection that a request is about to be sent on, which is then the transfer's:
  /// its response may be here before libcurl wants to hear of the socket.
  private func isQuiet(at port: Int32, for transfer: Transfer) -> Bool {
    guard port > 0, let first = ports.first(at: port) else {
      // Unix sockets have no ports: any that may be meant has to be quiet.
      return !resting.contains { $0.mayBeIdle && contract_curl_has_arrivals($0.descriptor) != 0 }
    }
    // libcurl has chosen a connection that rests, unless it has not yet said that it rests.
    return look(from: first, for: transfer, onlyResting: true) ?? look(from: first, for: transfer, onlyResting: false)
      ?? true
  }

  /// Whether nothing has come on the sockets of a chain; nil when none of them counts. Those that count carry the transfer.
  private func look(from first: CurlSocket, for transfer: Transfer, onlyResting: Bool) -> Bool? {
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

  /// A transfer has its connection no longer.
  func forgetConnection(of transfer: Transfer) {
    transfer.socket?.letGo(of: transfer)
    transfer.socket = nil
    forgetSession(of: transfer)
  }

  private func forgetSession(of transfer: Transfer) {
    guard let session = transfer.session else { return }
    transfer.session = nil
    if sessions[session] === transfer { sessions[session] = nil }
  }

  // MARK: Connections without a request

  /// libcurl wants to hear nothing of a socket for now.
  func rest(_ socket: CurlSocket) {
    guard socket.restingIndex < 0 else { return }
    socket.restingIndex = resting.count
    resting.append(socket)
  }

  /// libcurl wants to hear of a socket again, or never more.
  func wake(_ socket: CurlSocket) {
    guard resting.indices.contains(socket.restingIndex) else { return }
    let last = resting.removeLast()
    if last !== socket {
      resting[socket.restingIndex] = last
      last.restingIndex = socket.restingIndex
    }
    socket.restingIndex = -1
  }
}
