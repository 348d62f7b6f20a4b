import CZlib

/// A decompressor of messages for permessage-deflate (RFC 7692 §7.2.2), which limits the size of each message.
///
/// A message arrives in any number of chunks. Not thread-safe.
package final class MessageInflater {
  /// The bytes that a sender omits at the end of each message: an empty block.
  static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  /// The base-2 logarithm of the window.
  package let windowBits: Int
  private let stream: ZStream

  /// Creates a decompressor, which uses about `1 << windowBits` bytes and 7 KiB of memory.
  ///
  /// - Parameter windowBits: from 8 to 15, at least that of the compressor.
  package init(windowBits: Int) {
    self.windowBits = min(max(windowBits, 8), 15)
    stream = ZStream(inflatingWithWindowBits: -Int32(self.windowBits))
  }

  /// Decompresses a chunk and appends the output to that of the earlier chunks of the message.
  ///
  /// - Parameter limit: the maximum size of `output` in bytes.
  /// - Returns: true if the chunk has ended with a final block (RFC 7692 §7.2.3.4).
  /// - Throws: ``InflateError``. The decompressor cannot be used after that.
  @discardableResult
  package func inflate(
    _ chunk: ArraySlice<UInt8>, into output: inout [UInt8], limit: Int
  ) throws(InflateError) -> Bool {
    var input = chunk
    var remaining = max(0, limit - output.count)
    while !input.isEmpty {
      switch stream.run(&input, flush: Z_SYNC_FLUSH, into: &output, remaining: &remaining) {
      case .needsInput, .enough: return false
      // The message may have more blocks after the final block of a stream. Without the reset, zlib would not inflate them.
      case .ended: stream.resetKeepingWindow()
      case .full: throw .outputTooLarge(limit: limit)
      case .corrupt: throw .corrupt
      }
    }
    return true
  }

  /// Ends a message and appends the rest of its output.
  ///
  /// - Parameter keepsWindow: true if the next message may refer to this one.
  /// - Throws: ``InflateError``; ``InflateError/truncated`` for a message that ends within a block.
  package func endMessage(into output: inout [UInt8], limit: Int, keepsWindow: Bool) throws(InflateError) {
    let isFinal = try inflate(Self.tail[...], into: &output, limit: limit)
    guard isFinal || stream.isBetweenBlocks else { throw .truncated }
    if !keepsWindow { stream.reset() }
  }
}
