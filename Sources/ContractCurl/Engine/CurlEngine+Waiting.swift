internal import CCurl

/// Transfers that wait for a connection, because of the limit on connections to one host.
extension CurlEngine {
  /// True if there are more transfers than connections to one host.
  var mayLackConnection: Bool {
    let limit = options.configuration.maxConnectionsPerHost
    return limit > 0 && transfers.all.count + tunnels.count > limit
  }

  /// Lets libcurl look again for a connection for the first transfer that waits for one to an origin.
  func restartWaiting(for origin: ConnectionOrigin) {
    guard let (transfer, handle) = waiting.first(for: origin) else { return }
    // libcurl has no other function that lets a particular transfer look for a connection.
    _ = curl_multi_remove_handle(multi, handle.easy.pointer)
    let result = curl_multi_add_handle(multi, handle.easy.pointer)
    if result != CURLM_OK { end(transfer, TransferFailure(multi: result)) }
  }
}
