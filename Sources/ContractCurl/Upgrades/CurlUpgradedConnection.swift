internal import ContractHTTP
internal import ContractLoop

/// A connection whose server has switched protocols. Releasing this object closes the connection.
package final class CurlUpgradedConnection: Sendable {
  private let tunnel: CurlTunnel
  private let leftover: Lock<[UInt8]?>
  /// The transport's engines. Releasing them would stop the loop.
  private let engines = Lock<CurlEngines?>(nil)

  init(_ tunnel: CurlTunnel, leftover: [UInt8]) {
    self.tunnel = tunnel
    self.leftover = Lock(leftover)
  }

  deinit {
    guard leftover.withLock({ $0 }) != nil else { return }
    let tunnel = tunnel
    tunnel.engine.loop.execute { tunnel.close() }
  }

  /// Retains the transport's engines.
  package func hold(_ engines: CurlEngines) {
    self.engines.withLock { $0 = engines }
  }

  /// Returns the tunnel and the bytes received after the response head. The second call returns nil.
  func take() -> (tunnel: CurlTunnel, leftover: [UInt8])? {
    let bytes = leftover.withLock { bytes in
      defer { bytes = nil }
      return bytes
    }
    return bytes.map { (tunnel, $0) }
  }
}
