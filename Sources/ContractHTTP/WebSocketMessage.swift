/// A message of a WebSocket (RFC 6455 §5.6), whole: in how many frames it travels is nobody's business.
public enum WebSocketMessage: Hashable, Sendable {
  /// Text, which travels as UTF-8.
  case text(String)
  /// Bytes that mean what both ends have agreed on.
  case binary([UInt8])

  /// The bytes that travel.
  package var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// The number of bytes that travel.
  package var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
