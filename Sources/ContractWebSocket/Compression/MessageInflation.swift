internal import ContractCoding
internal import ContractHTTP
internal import ContractHTTP1

/// The decompression of the messages of one peer. Not thread-safe.
final class MessageInflation {
  private let direction: PerMessageDeflate.Direction
  /// The context; nil before the first message, and between messages that do not refer to others.
  private var inflater: MessageInflater?

  init(_ direction: PerMessageDeflate.Direction) { self.direction = direction }

  private var current: MessageInflater {
    if let inflater { return inflater }
    let new =
      direction.keepsWindow
      ? MessageInflater(windowBits: direction.windowBits) : DeflateContexts.shared.takeInflater()
    inflater = new
    return new
  }

  /// Decompresses a part of a message and appends the output.
  ///
  /// - Parameter limit: the maximum size of `output` in bytes.
  func inflate(_ part: ArraySlice<UInt8>, into output: inout [UInt8], limit: Int) throws(WebSocketViolation) {
    do throws(InflateError) {
      try current.inflate(part, into: &output, limit: limit)
    } catch {
      throw violation(error)
    }
  }

  /// Ends a message and appends the rest of its output.
  func endMessage(into output: inout [UInt8], limit: Int) throws(WebSocketViolation) {
    do throws(InflateError) {
      let inflater = current
      try inflater.endMessage(into: &output, limit: limit, keepsWindow: direction.keepsWindow)
      if direction.keepsWindow { return }
      self.inflater = nil
      DeflateContexts.shared.putBack(inflater)
    } catch {
      throw violation(error)
    }
  }

  /// Returns the violation, after which the context is not used again.
  private func violation(_ error: InflateError) -> WebSocketViolation {
    inflater = nil
    if case .outputTooLarge(let limit) = error { return .tooBig(limit: limit) }
    return WebSocketViolation(.invalidPayload, "a compressed message is corrupt")
  }
}
