import CZlib

/// Compresses content that is made in pieces. Not thread-safe.
public final class Deflater {
  /// What has to come out of a piece at once.
  public enum Flush: Sendable, Hashable {
    /// Whatever compresses best; bytes may wait for the next piece.
    case whenUseful
    /// Everything, so that a reader can go on: for events that are sent as they happen.
    case now
  }

  private let stream: ZStream

  /// A deflater of one content.
  ///
  /// - Parameter level: From 1, fastest, to 9, smallest.
  public init(_ format: CompressionFormat, level: Int = 6) {
    let level = Int32(min(max(level, 1), 9))
    stream = ZStream(deflatingWithWindowBits: format == .gzip ? 15 + 16 : 15, level: level)
  }

  /// The whole content compressed.
  public static func deflate(_ bytes: [UInt8], _ format: CompressionFormat, level: Int = 6) -> [UInt8] {
    let deflater = Deflater(format, level: level)
    var output: [UInt8] = []
    deflater.deflate(bytes[...], into: &output)
    deflater.finish(into: &output)
    return output
  }

  /// Takes a piece of content and appends compressed bytes.
  public func deflate(_ piece: ArraySlice<UInt8>, into output: inout [UInt8], flush: Flush = .whenUseful) {
    run(piece, flush == .now ? Z_SYNC_FLUSH : Z_NO_FLUSH, &output)
  }

  /// Ends the content. Another one may be compressed after that.
  public func finish(into output: inout [UInt8]) {
    run([], Z_FINISH, &output)
    stream.reset()
  }

  private func run(_ piece: ArraySlice<UInt8>, _ flush: Int32, _ output: inout [UInt8]) {
    var input = piece
    var remaining = Int.max
    _ = stream.run(&input, flush: flush, into: &output, remaining: &remaining)
  }
}
