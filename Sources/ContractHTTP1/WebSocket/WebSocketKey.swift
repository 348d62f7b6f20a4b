internal import ContractHTTP

/// The keys of the opening handshake, with which a server proves that it supports WebSockets (RFC 6455 §1.3).
package enum WebSocketKey {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Returns a `Sec-WebSocket-Key` of 16 random bytes.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    Base64.encoded((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Returns the `Sec-WebSocket-Accept` value for a key.
  package static func accept(for key: String) -> String {
    Base64.encoded(SHA1.digest(of: Array((key + suffix).utf8)))
  }
}
