import CZlib

/// An incremental compressor. Not thread-safe.
public final class Deflater {
  /// The output to produce for a chunk of input.
  public enum Flush: Sendable, Hashable {
    /// The best compression. Output may be delayed until the next chunk.
    case whenUseful
    /// All output immediately, so that a reader can process it: for events sent as they happen.
    case now
  }

  private let stream: ZStream

  /// Creates a compressor.
  ///
  /// - Parameter level: from 1 (fastest) to 9 (smallest).
  public init(_ format: CompressionFormat, level: Int = 6) {
    let level = Int32(min(max(level, 1), 9))
    stream = ZStream(deflatingWithWindowBits: format == .gzip ? 15 + 16 : 15, level: level)
  }

  /// Returns the compressed form of bytes.
  public static func deflate(_ bytes: [UInt8], _ format: CompressionFormat, level: Int = 6) -> [UInt8] {
    let deflater = Deflater(format, level: level)
    var output: [UInt8] = []
    deflater.deflate(bytes[...], into: &output)
    deflater.finish(into: &output)
    return output
  }

  /// Compresses a chunk and appends the output.
  public func deflate(_ chunk: ArraySlice<UInt8>, into output: inout [UInt8], flush: Flush = .whenUseful) {
    run(chunk, flush == .now ? Z_SYNC_FLUSH : Z_NO_FLUSH, &output)
  }

  /// Ends the compressed data. The deflater can then be used again.
  public func finish(into output: inout [UInt8]) {
    run([], Z_FINISH, &output)
    stream.reset()
  }

  private func run(_ chunk: ArraySlice<UInt8>, _ flush: Int32, _ output: inout [UInt8]) {
    var input = chunk
    var remaining = Int.max
    _ = stream.run(&input, flush: flush, into: &output, remaining: &remaining)
  }
}
