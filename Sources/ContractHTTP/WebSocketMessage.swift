/// A complete WebSocket message (RFC 6455 §5.6), reassembled from its frames.
public enum WebSocketMessage: Hashable, Sendable {
  /// A text message, sent as UTF-8.
  case text(String)
  /// A binary message, whose meaning is up to the application.
  case binary([UInt8])

  /// The payload.
  package var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// The number of payload bytes.
  package var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
