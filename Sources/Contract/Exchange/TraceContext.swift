/// The position of one request in a distributed trace (W3C Trace Context, level 1).
///
/// `traceparent` is parsed strictly: a value in any other form is ignored, and a new trace begins.
public struct TraceContext: Hashable, Sendable {
  /// The trace id: 32 lowercase hexadecimal digits, not all zero.
  public let traceID: String
  /// The span id of this request: 16 lowercase hexadecimal digits, not all zero.
  public let spanID: String
  /// The span id of the caller; nil when the trace begins here.
  public let parentID: String?
  /// True when the trace is recorded (flag `01`).
  public let isSampled: Bool
  /// The `tracestate` of vendors, passed on unchanged; nil if absent.
  public let state: String?

  /// The header value that continues this trace: `00-<trace>-<span>-<flags>`.
  public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  /// Creates a new trace.
  public init(isSampled: Bool) {
    self.init(isSampled: isSampled, random: { UInt64.random(in: .min ... .max) })
  }

  package init(isSampled: Bool, random: () -> UInt64) {
    self.traceID = HexDigit.lowercase(random()) + HexDigit.lowercase(Self.nonZero(random))
    self.spanID = HexDigit.lowercase(Self.nonZero(random))
    self.parentID = nil
    self.isSampled = isSampled
    self.state = nil
  }

  /// Creates the next span of a trace that a request continues.
  ///
  /// - Parameters:
  ///   - traceparent: the values of all lines with this name; a trace continues only if there is exactly one.
  ///   - tracestate: the values of all lines with this name; malformed values are dropped and the trace continues.
  /// - Returns: nil when `traceparent` is absent or malformed.
  public init?(continuing traceparent: [String], tracestate: [String] = []) {
    self.init(continuing: traceparent, tracestate: tracestate, random: { UInt64.random(in: .min ... .max) })
  }

  package init?(continuing traceparent: [String], tracestate: [String], random: () -> UInt64) {
    guard traceparent.count == 1, let parent = Self.parse(Array(traceparent[0].utf8)) else { return nil }
    self.traceID = parent.traceID
    self.parentID = parent.spanID
    self.isSampled = parent.isSampled
    self.spanID = HexDigit.lowercase(Self.nonZero(random))
    self.state = TraceState.checked(tracestate)
  }

  private static func parse(_ bytes: [UInt8]) -> (traceID: String, spanID: String, isSampled: Bool)? {
    let dash = UInt8(ascii: "-")
    guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
      let version = hexByte(bytes[0], bytes[1]), version != 0xFF,
      let flags = hexByte(bytes[53], bytes[54])
    else { return nil }
    // Later versions may append more after another dash; version 0 may not.
    if version == 0 {
      guard bytes.count == 55 else { return nil }
    } else if bytes.count > 55 {
      guard bytes[55] == dash else { return nil }
    }
    let trace = bytes[3..<35]
    let span = bytes[36..<52]
    guard trace.allSatisfy(isHex), span.allSatisfy(isHex), trace.contains(where: { $0 != 0x30 }),
      span.contains(where: { $0 != 0x30 })
    else { return nil }
    return (String(decoding: trace, as: UTF8.self), String(decoding: span, as: UTF8.self), flags & 1 == 1)
  }

  private static func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

  private static func hexByte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard isHex(high), isHex(low) else { return nil }
    return UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
  }

  private static func nonZero(_ random: () -> UInt64) -> UInt64 {
    let number = random()
    return number == 0 ? 1 : number
  }
}
