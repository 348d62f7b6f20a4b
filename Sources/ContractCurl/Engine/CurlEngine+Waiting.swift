internal import CCurl

/// Transfers that wait for a connection, because of the limits on connections.
extension CurlEngine {
  /// True if there are more transfers than connections, in total or to one host.
  var mayLackConnection: Bool {
    let count = transfers.all.count + tunnels.count
    let (total, perHost) = (options.configuration.maxConnections, options.configuration.maxConnectionsPerHost)
    return (perHost > 0 && count > perHost) || (total > 0 && count > total)
  }

  /// Lets libcurl look again for a connection for the first transfer that waits for one to an origin.
  func restartWaiting(for origin: ConnectionOrigin) {
    guard let (transfer, handle) = waiting.first(for: origin) else { return }
    // libcurl has no other function that lets a particular transfer look for a connection.
    _ = curl_multi_remove_handle(multi, handle.easy.pointer)
    transfer.sending.noteStart()
    let result = curl_multi_add_handle(multi, handle.easy.pointer)
    if result != CURLM_OK { end(transfer, TransferFailure(multi: result)) }
  }
}

extension Transfer {
  /// True until libcurl has a connection for the request, or has begun to open one.
  func lacksConnection(on handle: CurlHandle) -> Bool { handle.beginCount == 0 && sending.socket == nil }

  /// Returns whether the transfer has only waited for a connection, if libcurl counts this time toward the timeout for opening
  /// one. Otherwise only a name lookup can have timed out.
  func hasOnlyWaited(_ result: CURLcode, on handle: CurlHandle) -> Bool {
    result == CURLE_OPERATION_TIMEDOUT && CurlLibrary.current.countsWaiting && sending.mayWait
      && lacksConnection(on: handle)
  }
}
