import CZlib

/// A compressor of messages for permessage-deflate (RFC 7692 §7.2.1): raw deflate data (RFC 1951), flushed after each message.
/// Not thread-safe.
package final class MessageDeflater {
  /// The base-2 logarithms of the windows that zlib supports for raw data.
  package static let windowBits = 9...15

  /// The base-2 logarithm of the window.
  package let windowBits: Int
  private let stream: ZStream

  /// Creates a compressor, which uses about `2 << (windowBits + 2)` bytes of memory.
  package init(windowBits: Int) {
    self.windowBits = min(max(windowBits, Self.windowBits.lowerBound), Self.windowBits.upperBound)
    // With this level, zlib's hash tables are as large as the window.
    let memoryLevel = Int32(self.windowBits - 7)
    stream = ZStream(deflatingWithWindowBits: -Int32(self.windowBits), level: 6, memoryLevel: memoryLevel)
  }

  /// Returns the compressed message without its last four bytes, which are constant.
  ///
  /// - Parameter keepsWindow: true if the next message may refer to this one.
  package func deflate(_ message: [UInt8], keepsWindow: Bool) -> [UInt8] {
    // A flush without input produces nothing, so this function returns the empty block of RFC 7692 §7.2.3.6.
    if message.isEmpty { return [0x00] }
    var input = message[...]
    var output: [UInt8] = []
    var remaining = Int.max
    _ = stream.run(&input, flush: Z_SYNC_FLUSH, into: &output, remaining: &remaining)
    output.removeLast(min(MessageInflater.tail.count, output.count))
    if !keepsWindow { stream.reset() }
    return output
  }
}
