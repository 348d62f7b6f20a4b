internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// The check of a connection after libcurl has chosen it and before the first byte of the request, while the connection
/// can still be refused.
extension CurlEngine {
  /// Returns whether libcurl may send a request on the connection that it has chosen. Called inside libcurl.
  ///
  /// If the result is false, the transfer has a failure or starts again, and libcurl closes the connection unless other
  /// transfers use it.
  ///
  /// - Parameter port: The local port of the connection; 0 or less if unknown.
  func mayBegin(_ transfer: Transfer, at port: Int32) -> Bool {
    guard case .running(let handle) = transfer.phase, transfer.mayBegin() else { return false }
    let session = transfer.request.isSecure ? CurlTLSSession(of: handle.easy) : nil
    let version = handle.version(options.configuration)
    let speaksHTTP2 = version == .http2 || (version == .negotiated && session?.agreesOnHTTP2 == true)
    transfer.connectionSpeaks(http2: speaksHTTP2)
    if !speaksHTTP2, !transfer.request.isUpgrade {
      if let session, isShared(session, with: transfer) {
        transfer.sending.restart(isLimitedToHTTP1: true)
        return false
      }
      if handle.easy.isReusing || transfer.sending.hasBegun {
        guard session?.hasUnread != true, sockets.claim(at: port, for: transfer) else {
          transfer.sending.restart()
          return false
        }
      }
    }
    transfer.sending.begin(headBytes: transfer.reception.parser.byteCount)
    return true
  }

  /// Returns true if another transfer uses an HTTP/1.1 connection; otherwise assigns the connection to this transfer.
  /// libcurl shares an HTTP/1.1 connection if another connection to the host uses HTTP/2, or if a status line wrongly
  /// names HTTP/2.
  private func isShared(_ session: CurlTLSSession, with transfer: Transfer) -> Bool {
    if let other = sessions[session.identity], other !== transfer, case .running(let handle) = other.phase,
      CurlTLSSession(of: handle.easy)?.identity == session.identity
    {
      return true
    }
    forgetSession(of: transfer)
    sessions[session.identity] = transfer
    transfer.sending.session = session.identity
    return false
  }

  /// Forgets the connection of a transfer that has ended.
  func forgetConnection(of transfer: Transfer) {
    for socket in transfer.sending.takeSockets() { socket.release(transfer) }
    forgetSession(of: transfer)
  }

  private func forgetSession(of transfer: Transfer) {
    guard let session = transfer.sending.session else { return }
    transfer.sending.session = nil
    if sessions[session] === transfer { sessions[session] = nil }
  }
}
