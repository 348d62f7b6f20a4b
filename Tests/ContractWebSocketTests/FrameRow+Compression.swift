import ContractHTTP
import ContractHTTP1
import ContractWebSocket

extension PerMessageDeflate {
  /// An agreement with the same rules for both ends.
  static func both(keepsWindow: Bool = false, windowBits: Int = 15) -> PerMessageDeflate {
    let direction = Direction(keepsWindow: keepsWindow, windowBits: windowBits)
    return PerMessageDeflate(server: direction, client: direction)
  }
}

extension FrameRow {
  private static let hello: [UInt8] = [0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]
  private static let sent = [WebSocketReader.Event.message(.text("Hello"))]

  private static func row(
    _ name: String, _ bytes: [UInt8], _ events: [WebSocketReader.Event] = [], code: UInt16? = nil,
    keepsWindow: Bool = false, max: Int = 1 << 20
  ) -> FrameRow {
    FrameRow(name, bytes, events, code: code, max: max, agreement: .both(keepsWindow: keepsWindow))
  }

  private static let final: [UInt8] = [0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00]
  private static let reference: [UInt8] = [0xf2, 0x00, 0x11, 0x00, 0x00]
  private static let twice: [WebSocketReader.Event] = sent + sent

  private static func joined(_ frames: [UInt8]...) -> [UInt8] { frames.flatMap(\.self) }

  /// RFC 7692 §7.2.3.
  static let compressedExamples: [FrameRow] = [
    row("a compressed message (§7.2.3.1)", [0xc1, 0x07, 0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], sent),
    row(
      "a compressed message in fragments (§7.2.3.1)",
      [0x41, 0x03, 0xf2, 0x48, 0xcd, 0x80, 0x04, 0xc9, 0xc9, 0x07, 0x00], sent),
    row(
      "a message that refers to an earlier one (§7.2.3.2)",
      joined([0xc1, 0x07], hello, [0xc1, 0x05, 0xf2, 0x00, 0x11, 0x00, 0x00]), twice, keepsWindow: true),
    row(
      "a block without compression (§7.2.3.3)",
      [0xc1, 0x0b, 0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00], sent),
    row("a final block (§7.2.3.4)", [0xc1, 0x08, 0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00], sent),
    row(
      "two blocks (§7.2.3.5)",
      [0xc1, 0x0d, 0xf2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00], sent),
    row("an empty message (§7.2.3.6)", [0xc1, 0x01, 0x00], [.message(.text(""))]),
  ]

  static let compressed: [FrameRow] = [
    row(
      "a reference to a message with a final block", joined(frame(0xC1, final), frame(0xC1, reference)), twice,
      keepsWindow: true),
    row(
      "messages with and without compression", joined(frame(0x81, Array("Hello".utf8)), frame(0xC1, hello)), twice),
    row(
      "a ping between compressed fragments",
      joined(frame(0x41, Array(hello[..<2])), frame(0x89, [9]), frame(0x80, Array(hello[2...]))),
      [.ping([9]), .message(.text("Hello"))]),
    row(
      "empty fragments of a compressed message", joined(frame(0x41, []), frame(0x00, hello), frame(0x80, [])), sent),
    row("a compressed message at the limit", frame(0xC1, hello), sent, max: 5),
    row("a compressed message without a limit", frame(0xC1, hello), sent, max: .max),
    FrameRow(
      "a masked compressed message", frame(0xC1, hello, mask: [1, 2, 3, 4]), sent, isServer: true, agreement: .both()),
  ]

  /// A megabyte of zeros in a kilobyte.
  private static let bomb = MessageCompression(.both(), as: .server, minMessageBytes: 0)
    .frame(.binary([UInt8](repeating: 0, count: 1 << 20))).payload

  static let compressedViolations: [FrameRow] = [
    FrameRow("compression that was not agreed on", frame(0xC1, hello), code: 1002),
    row("a compressed continuation", joined(frame(0x41, hello), [0xC0, 0]), code: 1002),
    row("a compressed ping", [0xC9, 0], code: 1002), row("a compressed Close frame", [0xC8, 0], code: 1002),
    row("another reserved bit in addition to compression", [0xE1, 0], code: 1002),
    row("an invalid block", frame(0xC1, [0xFF, 0xFF]), code: 1007),
    row("a message that ends within a block", frame(0xC1, [0xf2, 0x48, 0xcd]), code: 1007),
    row("a compressed message without a block", frame(0xC1, [0x02]), code: 1007),
    row(
      "a reference to a message that the context forgets",
      joined(frame(0xC1, hello), frame(0xC1, reference)),
      sent, code: 1007),
    row("compressed text that is not UTF-8", frame(0xC1, [0x00, 0x01, 0x00, 0xfe, 0xff, 0xFF, 0x00]), code: 1007),
    row("one byte past the limit, compressed", frame(0xC1, hello), code: 1009, max: 4),
    row("a bomb", frame(0xC2, bomb), code: 1009, max: 100_000),
    row("a bomb with context", frame(0xC2, bomb), code: 1009, keepsWindow: true, max: 10_000),
    row(
      "a bomb after a message of its context", joined(frame(0xC1, hello), frame(0xC2, bomb)), sent, code: 1009,
      keepsWindow: true, max: 10_000),
    row(
      "a bomb in two fragments", joined(frame(0x42, Array(bomb[..<8])), frame(0x80, Array(bomb[8...]))), code: 1009,
      max: 10_000),
    row("empty blocks past the limit", [0xC2, 126, 0x01, 0x00], code: 1009, max: 10),
  ]
}
