package import ContractHTTP

/// The opcode of a WebSocket frame (RFC 6455 §5.2).
package enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  /// True for control frames, which may be sent between the fragments of a message and are never fragmented.
  package var isControl: Bool { rawValue & 0x8 != 0 }
}

/// A frame to send.
package struct WebSocketFrame: Equatable, Sendable {
  /// The maximum payload of a control frame in bytes (RFC 6455 §5.5).
  package static let maxControlBytes = 125

  package var opcode: WebSocketOpcode
  package var isFinal: Bool
  /// True for the first frame of a compressed message (RFC 7692 §6).
  package var isCompressed: Bool
  package var payload: [UInt8]

  package init(_ opcode: WebSocketOpcode, _ payload: [UInt8] = [], isFinal: Bool = true, isCompressed: Bool = false) {
    self.opcode = opcode
    self.isFinal = isFinal
    self.isCompressed = isCompressed
    self.payload = payload
  }

  /// Creates a message in one frame.
  package init(_ message: WebSocketMessage) {
    switch message {
    case .text(let text): self.init(.text, Array(text.utf8))
    case .binary(let bytes): self.init(.binary, bytes)
    }
  }

  /// Creates a Close frame. A code that must not be sent is omitted together with the reason.
  package init(closing closure: WebSocketClosure) {
    guard closure.code.mayTravel else {
      self.init(.close)
      return
    }
    let code = closure.code.rawValue
    self.init(.close, [UInt8(code >> 8), UInt8(code & 0xFF)] + closure.reason.utf8)
  }

  /// Returns the encoded frame.
  ///
  /// - Parameter mask: the masking key of a client (RFC 6455 §5.3); nil for a server.
  package func bytes(mask: UInt32?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 14)
    bytes.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ...125:
      bytes.append(maskBit | UInt8(payload.count))
    case ...0xFFFF:
      bytes.append(maskBit | 126)
      Self.append(UInt64(payload.count), in: 2, to: &bytes)
    default:
      bytes.append(maskBit | 127)
      Self.append(UInt64(payload.count), in: 8, to: &bytes)
    }
    guard let mask else { return bytes + payload }
    Self.append(UInt64(mask), in: 4, to: &bytes)
    let key = WebSocketMask(mask)
    let start = bytes.count
    bytes += payload
    key.apply(to: &bytes, from: start)
    return bytes
  }

  private static func append(_ number: UInt64, in count: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: 8 * (count - 1), through: 0, by: -8) { bytes.append(UInt8(number >> shift & 0xFF)) }
  }
}
