internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// Connections whose bytes libcurl does not move: it makes them, and an answer of 101 hands them over.
extension CurlEngine {
  /// The connection of a transfer is there: from here on it is ours.
  func beginUpgrade(of transfer: Transfer, _ handle: CurlHandle) {
    let tunnel = CurlTunnel(handle, on: self)
    let exchange = UpgradeExchange(transfer, handle, tunnel)
    transfer.upgrade = exchange
    do throws(TransferFailure) {
      try tunnel.open()
      tunnel.owner = exchange
      // The first call claims the connection, which otherwise looks idle to libcurl.
      exchange.tunnelIsReady()
    } catch {
      release(transfer, handle)
      transfer.finish(.failure(error))
    }
  }
}

extension TransferRequest {
  /// The head of the request as it travels (RFC 9112 §3), for an engine that writes it itself.
  var head: [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\n"
    if !fields.contains(.host) { text += "Host: \(authority)\r\n" }
    for field in fields.lines where !Self.framing.contains(field.name.canonicalName) {
      text += "\(field.name.rawName): \(field.value.rawValue)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  /// Fields of content, which such a request does not have.
  private static let framing: Set<String> = ["content-length", "transfer-encoding", "content-type", "expect"]
}
