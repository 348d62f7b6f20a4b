import ContractHTTP
import ContractHTTP1
import ContractWebSocket

/// The events of bytes up to the end or to a violation.
struct WebSocketReading: Equatable, CustomStringConvertible {
  var events: [WebSocketReader.Event] = []
  var violation: WebSocketViolation?

  /// Reads bytes that are split at these offsets.
  ///
  /// - Parameter agreement: the agreed compression; nil for none.
  init(
    _ bytes: [UInt8], cuts: [Int] = [], expectsMask: Bool = false, maxMessageBytes: Int = 1 << 20,
    agreement: PerMessageDeflate? = nil
  ) {
    var reader = WebSocketReader(
      expectsMask: expectsMask, maxMessageBytes: maxMessageBytes,
      compression: agreement.map { MessageCompression($0, as: expectsMask ? .server : .client, minMessageBytes: 0) })
    var (start, frames) = (0, Int.max)
    do {
      for end in cuts + [bytes.count] {
        let piece = Array(bytes[start..<end])
        var position = 0
        while let event = try reader.read(piece.span, from: &position, frames: &frames) { events.append(event) }
        start = end
      }
    } catch {
      violation = error
    }
  }

  var description: String { "\(events), \(violation.map { "\($0.code): \($0.text)" } ?? "no violation")" }
}

/// A valid or invalid frame.
func frame(_ first: UInt8, _ payload: [UInt8], mask: [UInt8]? = nil) -> [UInt8] {
  let bit: UInt8 = mask == nil ? 0 : 0x80
  var length: [UInt8]
  switch payload.count {
  case ...125: length = [UInt8(payload.count)]
  case ...0xFFFF: length = [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
  default: length = [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
  }
  length[0] |= bit
  let masked = mask.map { key in payload.enumerated().map { $1 ^ key[$0 % 4] } } ?? payload
  return [first] + length + (mask ?? []) + masked
}
