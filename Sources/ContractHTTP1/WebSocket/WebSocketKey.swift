/// The keys of the opening handshake, by which a server proves that it supports WebSockets (RFC 6455 §1.3).
package enum WebSocketKey {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Returns a `Sec-WebSocket-Key` of 16 random bytes.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    base64((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Returns the `Sec-WebSocket-Accept` value for a key.
  package static func accept(for key: String) -> String {
    base64(SHA1.digest(of: Array((key + suffix).utf8)))
  }

  /// Returns the base64 encoding (RFC 4648 §4).
  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(digit <= group.count ? alphabet[bits >> (18 - 6 * digit) & 0x3F] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
