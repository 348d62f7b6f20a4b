import CZlib

/// A zlib stream at a fixed address, for compression or decompression. Its owner must not use it concurrently.
final class ZStream {
  /// The result of processing input.
  enum Progress {
    /// All input was consumed.
    case needsInput
    /// The stream is complete. The rest of the input was not consumed.
    case ended
    /// The output exceeds the limit.
    case full
    /// The requested amount of output was produced. There may be more.
    case enough
    /// The data is not in the format.
    case corrupt
  }

  private enum Direction { case inflating, deflating }

  private let direction: Direction
  // SAFETY: zlib keeps pointers into this record, so it has one address from init to deinit and is not shared.
  private let stream: UnsafeMutablePointer<z_stream>
  /// The maximum output of one call to zlib, in bytes.
  private static let stepBytes = 16_384

  /// Creates a stream for decompression. See zlib's manual for `windowBits`.
  init(inflatingWithWindowBits windowBits: Int32) {
    direction = .inflating
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib is out of memory or has an incompatible version")
  }

  /// Creates a stream for compression.
  ///
  /// - Parameter memoryLevel: from 1 to 9, the size of zlib's hash tables.
  init(deflatingWithWindowBits windowBits: Int32, level: Int32, memoryLevel: Int32 = 8) {
    direction = .deflating
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib is out of memory or has an incompatible version")
  }

  deinit {
    switch direction {
    case .inflating: inflateEnd(stream)
    case .deflating: deflateEnd(stream)
    }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Resets the stream for new data in the same format.
  func reset() {
    switch direction {
    case .inflating: inflateReset(stream)
    case .deflating: deflateReset(stream)
    }
  }

  /// Prepares decompression of the blocks after the last one, which may refer to earlier output.
  func resetKeepingWindow() { inflateResetKeep(stream) }

  /// True if decompression has stopped after a whole block, at the end of a byte.
  var isBetweenBlocks: Bool { stream.pointee.data_type & 0xBF == 0x80 }

  /// Processes input until it is consumed or the output is limited.
  ///
  /// - Parameters:
  ///   - input: consumed bytes are removed from its front.
  ///   - flush: zlib's flush mode.
  ///   - remaining: the output bytes still allowed, decremented as they are produced.
  ///   - target: the length of `output` at which to stop.
  func run(
    _ input: inout ArraySlice<UInt8>, flush: Int32, into output: inout [UInt8], remaining: inout Int,
    upTo target: Int = .max
  ) -> Progress {
    while true {
      // One extra byte reveals output beyond the limit.
      let capacity = remaining < Self.stepBytes ? remaining + 1 : Self.stepBytes
      let (status, used, made) = step(input, flush, capacity, &output)
      input = input.dropFirst(used)
      guard made <= remaining else {
        output.removeLast(made - remaining)
        return .full
      }
      remaining -= made
      switch status {
      case Z_STREAM_END: return .ended
      case Z_OK where made == capacity || !input.isEmpty:
        if output.count >= target { return .enough }
      case Z_OK, Z_BUF_ERROR: return .needsInput
      default: return .corrupt
      }
    }
  }

  /// Calls zlib once, with at most as much input as its 32-bit counters allow, and appends the output.
  private func step(
    _ input: ArraySlice<UInt8>, _ flush: Int32, _ capacity: Int, _ output: inout [UInt8]
  ) -> (status: Int32, used: Int, made: Int) {
    let available = min(input.count, 1 << 30)
    let flush = available < input.count ? Z_NO_FLUSH : flush
    // SAFETY: zlib reads `available` bytes of the input, without changing them, and writes at most `capacity` bytes of the
    // temporary buffer. Both are valid during the call. The buffer is temporary, because an idle stream would otherwise keep
    // its memory.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { target in
      let result = input.withUnsafeBufferPointer { source in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(available)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(capacity)
        let status = direction == .inflating ? inflate(stream, flush) : deflate(stream, flush)
        return (
          status: status, used: available - Int(stream.pointee.avail_in),
          made: capacity - Int(stream.pointee.avail_out)
        )
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: target[..<result.made]))
      return result
    }
  }
}
