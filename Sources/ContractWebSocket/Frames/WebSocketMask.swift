/// A masking key for payloads (RFC 6455 §5.3).
struct WebSocketMask: Sendable {
  private let key: UInt32

  init(_ key: UInt32) {
    self.key = key
  }

  /// Masks or unmasks the bytes from `start` to the end.
  ///
  /// - Parameter offset: the number of payload bytes of the frame before `start`.
  func apply(to bytes: inout [UInt8], from start: Int, offset: Int = 0) {
    var key = key
    for _ in 0..<(offset % 4) { key = key << 8 | key >> 24 }
    var index = start
    while index < bytes.count {
      bytes[index] ^= UInt8(truncatingIfNeeded: key >> 24)
      key = key << 8 | key >> 24
      index += 1
    }
  }
}
