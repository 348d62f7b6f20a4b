internal import CCurl
internal import ContractHTTP

/// The failure of a transfer that libcurl has ended with an error.
extension Transfer {
  /// True if the reader gets all received bytes: without a failure of the engine, even if libcurl has lost the
  /// connection, and after an error in the body. False after any other failure of the engine.
  var keepsContent: Bool {
    guard let failure else { return true }
    return failure.code == .malformedResponse && reception.content.count > 0
  }

  /// Returns the failure for an error of libcurl.
  func failure(_ result: CURLcode, of handle: CurlHandle) -> TransferFailure {
    let failure = meaning(result, of: handle)
    switch failure.code {
    // The server has refused the client on this connection, not on a new one: with TLS 1.3, a refusal arrives after the
    // handshake.
    case .tls where result == CURLE_RECV_ERROR || result == CURLE_SEND_ERROR: return failure
    case .couldNotResolve, .couldNotConnect, .connectTimeout, .tls:
      guard sending.hasBegun, !request.mayRepeat else { return named(failure) }
      // If the kept connection of a request was closed, libcurl opens another one before it asks whether the request
      // may begin again.
      return TransferFailure(
        .connectionLost, Self.lostKeptConnection + "; another connection: \(failure.description)",
        curlCode: failure.curlCode)
    default: return failure
    }
  }

  /// Returns a failure to connect with the name of the Unix socket; other failures unchanged.
  private func named(_ failure: TransferFailure) -> TransferFailure {
    guard failure.code == .couldNotConnect, let socket = engine.options.configuration.unixSocket else { return failure }
    return TransferFailure(
      failure.code, "cannot connect to \(socket.text): \(failure.text)", curlCode: failure.curlCode,
      cause: failure.cause)
  }

  static let lostKeptConnection =
    "the kept connection was closed before any byte of a response; the server may have received the request, so it is"
    + " not sent again"

  private func meaning(_ result: CURLcode, of handle: CurlHandle) -> TransferFailure {
    let isConnected = handle.easy.isConnected
    if result == CURLE_OUT_OF_MEMORY, isConnected, reception.head == nil {
      // libcurl reports a head line above its own limit of 100 KB as "out of memory".
      return TransferFailure(
        .responseTooLarge, "a line of the response head is too long", curlCode: Int(result.rawValue))
    }
    // The server has ended the connection, such as at its idle timeout. For other failures libcurl has a text.
    if result == CURLE_HTTP2, sending.hasBegun, handle.easy.errorText.isEmpty {
      return TransferFailure(
        .connectionLost, "the server ended the HTTP/2 connection before the response was complete",
        curlCode: Int(result.rawValue))
    }
    let tunnelStatus = handle.easy.tunnelStatus
    if tunnelStatus != 0, !(200...299).contains(tunnelStatus) {
      return TransferFailure(
        .couldNotConnect, "the proxy refused to open a tunnel, with status \(tunnelStatus)",
        curlCode: Int(result.rawValue))
    }
    return TransferFailure(result, detail: handle.easy.errorText, isConnected: isConnected)
  }
}

extension CurlConfiguration.UnixSocket {
  /// The socket in error messages.
  var text: String {
    switch self {
    case .path(let path): "the Unix socket \(path)"
    case .abstract(let name): "the abstract Unix socket \(name)"
    }
  }
}
