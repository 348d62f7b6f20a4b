internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// Connections that libcurl only opens, for requests that switch to another protocol.
extension CurlEngine {
  /// Takes over the open connection of a transfer and sends its request.
  func beginUpgrade(of transfer: Transfer, _ handle: CurlHandle) {
    let tunnel = CurlTunnel(handle, on: self)
    let exchange = UpgradeExchange(transfer, handle, tunnel)
    transfer.upgrade = exchange
    do throws(TransferFailure) {
      try tunnel.open()
      tunnel.owner = exchange
      // `tunnelIsReady` makes the first call on the connection, which claims it. Until then, libcurl considers the connection
      // idle.
      exchange.tunnelIsReady()
    } catch {
      release(transfer, handle)
      transfer.finish(.failure(error))
    }
  }
}

extension TransferRequest {
  /// The bytes of the request head (RFC 9112 §3), for requests that libcurl does not send itself.
  var head: [UInt8] {
    var text = "\(method) \(target) HTTP/1.1\r\n"
    if !fields.contains(.host) { text += "Host: \(authority)\r\n" }
    for field in fields.lines where !Self.framing.contains(field.name.canonicalName) {
      text += "\(field.name.rawName): \(field.value.rawValue)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  /// The headers of a body. A request for another protocol has no body.
  private static let framing: Set<String> = ["content-length", "transfer-encoding", "content-type", "expect"]
}
