internal import Contract

/// A stream that decodes the chunks of another stream, in steps that limit memory.
final class InflatedStream: Sendable {
  private struct State {
    let inflater: Inflater
    var input: ArraySlice<UInt8> = []
    var inputBytes = 0
    var outputBytes = 0
    var isEnded = false
  }

  private let base: ByteStream
  private let maxRatio: Int
  private let maxBytes: Int
  private let state: Lock<State>

  /// The number of bytes decoded at once.
  private static let stepBytes = 64 << 10

  init(_ base: ByteStream, _ format: CompressionFormat, maxRatio: Int, maxBytes: Int) {
    self.base = base
    self.maxRatio = max(1, maxRatio)
    self.maxBytes = maxBytes
    state = Lock(State(inflater: Inflater(format, maxOutputBytes: .max)))
  }

  /// Returns the next decoded chunk; nil at the end.
  ///
  /// - Throws: `RefusedContent` for a body that does not match its coding, or expands too much; any error of the base.
  func next() async throws -> [UInt8]? {
    while true {
      do throws(InflateError) {
        if let chunk = try state.withLock({ state throws(InflateError) in try step(&state) }) { return chunk }
      } catch {
        throw RefusedContent(RequestDecompression.problem(error))
      }
      if state.withLock({ $0.isEnded }) { return nil }
      let chunk = try await base.next()
      do throws(InflateError) {
        try state.withLock { state throws(InflateError) in try append(chunk, to: &state) }
      } catch {
        throw RefusedContent(RequestDecompression.problem(error))
      }
    }
  }

  private func append(_ chunk: [UInt8]?, to state: inout State) throws(InflateError) {
    guard let chunk else {
      state.isEnded = true
      return try state.inflater.finish()
    }
    state.inputBytes += chunk.count
    state.input = chunk[...]
  }

  /// Decodes a part of the input. Returns nil if more input is needed.
  private func step(_ state: inout State) throws(InflateError) -> [UInt8]? {
    if state.isEnded { return nil }
    var output: [UInt8] = []
    _ = try state.inflater.inflate(&state.input, into: &output, upTo: Self.stepBytes)
    if output.isEmpty { return nil }
    state.outputBytes += output.count
    let (grown, overflow) = state.inputBytes.multipliedReportingOverflow(by: maxRatio)
    let limit = min(maxBytes, overflow ? .max : max(grown, RequestDecompression.harmlessBytes))
    if state.outputBytes > limit { throw .outputTooLarge(limit: limit) }
    return output
  }
}
