import CZlib

/// One zlib stream at a fixed address, inflating or deflating. Whoever owns it uses it from one place at a time.
final class ZStream {
  /// What a run over a piece of input came to.
  enum Progress {
    /// All input is used up.
    case needsInput
    /// The stream is complete; the input after it is left.
    case ended
    /// There is more output than allowed.
    case full
    /// There is as much output as asked for, and perhaps more to come.
    case enough
    /// The data is not of the format.
    case corrupt
  }

  private enum Direction { case inflating, deflating }

  private let direction: Direction
  // SAFETY: zlib keeps pointers into this record, so it lives at one address from init to deinit and nobody else has it.
  private let stream: UnsafeMutablePointer<z_stream>
  private var scratch = [UInt8](repeating: 0, count: 16_384)

  /// A stream that restores data; zlib's manual explains `windowBits`.
  init(inflatingWithWindowBits windowBits: Int32) {
    direction = .inflating
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory for a stream, or is not the version this was built with")
  }

  /// A stream that compresses data.
  init(deflatingWithWindowBits windowBits: Int32, level: Int32) {
    direction = .deflating
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib has no memory for a stream, or is not the version this was built with")
  }

  deinit {
    switch direction {
    case .inflating: inflateEnd(stream)
    case .deflating: deflateEnd(stream)
    }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Starts over, for another stream of the same format.
  func reset() {
    switch direction {
    case .inflating: inflateReset(stream)
    case .deflating: deflateReset(stream)
    }
  }

  /// Runs over input until something stops it.
  ///
  /// - Parameters:
  ///   - input: What was used is removed from its front.
  ///   - flush: zlib's word for how much has to come out.
  ///   - remaining: Bytes of output that are still allowed; counted down.
  ///   - target: The length of `output` from which on it is enough.
  func run(
    _ input: inout ArraySlice<UInt8>, flush: Int32, into output: inout [UInt8], remaining: inout Int,
    upTo target: Int = .max
  ) -> Progress {
    while true {
      // One byte more than allowed shows that there is more.
      let room = remaining < scratch.count ? remaining + 1 : scratch.count
      let (status, used, made) = step(input, flush, room)
      input = input.dropFirst(used)
      guard made <= remaining else { return .full }
      output.append(contentsOf: scratch[..<made])
      remaining -= made
      switch status {
      case Z_STREAM_END: return .ended
      case Z_OK where made == room || !input.isEmpty:
        if output.count >= target { return .enough }
      case Z_OK, Z_BUF_ERROR: return .needsInput
      default: return .corrupt
      }
    }
  }

  /// Calls zlib once, with as much input as its 32-bit counters take.
  private func step(_ input: ArraySlice<UInt8>, _ flush: Int32, _ room: Int) -> (status: Int32, used: Int, made: Int) {
    let available = min(input.count, 1 << 30)
    let flush = available < input.count ? Z_NO_FLUSH : flush
    // SAFETY: zlib reads `available` bytes of the input and writes at most `room` bytes of the scratch space, both alive
    // for the length of this call; it does not change its input.
    return input.withUnsafeBufferPointer { source in
      scratch.withUnsafeMutableBufferPointer { target in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.pointee.avail_in = UInt32(available)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(room)
        let status = direction == .inflating ? inflate(stream, flush) : deflate(stream, flush)
        return (status, available - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
      }
    }
  }
}
