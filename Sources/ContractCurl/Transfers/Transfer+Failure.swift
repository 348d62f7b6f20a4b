internal import CCurl
internal import ContractHTTP

/// What it means for a call that libcurl has given its transfer up.
extension Transfer {
  /// Why a transfer that libcurl gave up brought no response.
  func failure(_ result: CURLcode, of handle: CurlHandle) -> TransferFailure {
    let failure = meaning(result, of: handle)
    switch failure.code {
    // Refused on this connection: with TLS 1.3 a server says so behind the handshake.
    case .tls where result == CURLE_RECV_ERROR || result == CURLE_SEND_ERROR: return failure
    case .couldNotResolve, .couldNotConnect, .connectTimeout, .tls:
      guard hasBegun, !request.mayRepeat else { return named(failure) }
      // libcurl makes another connection for a request whose kept one was closed, and asks only then whether it may.
      return TransferFailure(
        .connectionLost, Self.lostKeptConnection + "; another connection: \(failure.description)",
        curlCode: failure.curlCode)
    default: return failure
    }
  }

  /// The same failure, saying which socket it is about.
  private func named(_ failure: TransferFailure) -> TransferFailure {
    guard failure.code == .couldNotConnect, let socket = engine.options.configuration.unixSocket else { return failure }
    return TransferFailure(
      failure.code, "cannot connect to \(socket.text): \(failure.text)", curlCode: failure.curlCode,
      cause: failure.cause)
  }

  static let lostKeptConnection =
    "the kept connection was closed before any byte of a response; the server may have seen the request, so it is not sent"
    + " again"

  private func meaning(_ result: CURLcode, of handle: CurlHandle) -> TransferFailure {
    let isConnected = handle.isConnected
    if result == CURLE_OUT_OF_MEMORY, isConnected, parser.head == nil {
      // libcurl calls a head line past its own limit, 100 KB, "out of memory".
      return TransferFailure(
        .responseTooLarge, "a line of the response head is too long", curlCode: Int(result.rawValue))
    }
    let tunnelStatus = handle.tunnelStatus
    if tunnelStatus != 0, !(200...299).contains(tunnelStatus) {
      return TransferFailure(
        .couldNotConnect, "the proxy answered \(tunnelStatus) instead of opening a tunnel",
        curlCode: Int(result.rawValue))
    }
    return TransferFailure(result, detail: handle.errorText, isConnected: isConnected)
  }
}

extension CurlConfiguration.UnixSocket {
  /// For errors.
  var text: String {
    switch self {
    case .path(let path): "the Unix socket \(path)"
    case .abstract(let name): "the abstract Unix socket \(name)"
    }
  }
}
