import ContractHTTP
import ContractHTTP1
import ContractWebSocket
import Testing

/// Bytes with the expected events.
struct FrameRow: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var events: [WebSocketReader.Event]
  var code: UInt16?
  var isServer = false
  var max = 1 << 20
  var agreement: PerMessageDeflate?

  init(
    _ name: String, _ bytes: [UInt8], _ events: [WebSocketReader.Event] = [], code: UInt16? = nil,
    isServer: Bool = false, max: Int = 1 << 20, agreement: PerMessageDeflate? = nil
  ) {
    self.name = name
    self.bytes = bytes
    self.events = events
    self.code = code
    self.isServer = isServer
    self.max = max
    self.agreement = agreement
  }

  var testDescription: String { name }
}

extension FrameRow {
  private static let hello = Array("Hello".utf8)
  private static func closing(_ code: UInt16, _ reason: String = "") -> [UInt8] {
    frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8)
  }

  /// RFC 6455 §5.7.
  static let examples: [FrameRow] = [
    FrameRow("an unmasked text message", [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], [.message(.text("Hello"))]),
    FrameRow(
      "a masked text message", [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58],
      [.message(.text("Hello"))], isServer: true),
    FrameRow(
      "a text message in two parts", [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f], [.message(.text("Hello"))]),
    FrameRow("a ping", [0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], [.ping(hello)]),
    FrameRow(
      "a masked pong", [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], [.pong(hello)],
      isServer: true),
    FrameRow(
      "256 bytes", [0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256),
      [.message(.binary([UInt8](repeating: 7, count: 256)))]),
    FrameRow(
      "64 KiB", [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65536),
      [.message(.binary([UInt8](repeating: 7, count: 65536)))]),
  ]

  static let messages: [FrameRow] = [
    FrameRow("nothing", []),
    FrameRow("an empty text", frame(0x81, []), [.message(.text(""))]),
    FrameRow("an empty binary message", frame(0x82, []), [.message(.binary([]))]),
    FrameRow(
      "125 bytes", frame(0x82, [UInt8](repeating: 1, count: 125)),
      [.message(.binary([UInt8](repeating: 1, count: 125)))]),
    FrameRow(
      "126 bytes", frame(0x82, [UInt8](repeating: 1, count: 126)),
      [.message(.binary([UInt8](repeating: 1, count: 126)))]),
    FrameRow(
      "65,535 bytes", frame(0x82, [UInt8](repeating: 1, count: 65535)),
      [.message(.binary([UInt8](repeating: 1, count: 65535)))]),
    FrameRow(
      "two messages", frame(0x81, hello) + frame(0x82, [1]), [.message(.text("Hello")), .message(.binary([1]))]),
    FrameRow("empty parts", frame(0x01, []) + frame(0x00, []) + frame(0x80, []), [.message(.text(""))]),
    FrameRow(
      "a ping between parts", frame(0x01, [0x48]) + frame(0x89, [9]) + frame(0x80, [0x69]),
      [.ping([9]), .message(.text("Hi"))]),
    FrameRow(
      "control frames between parts, and a Close frame", frame(0x02, [1]) + frame(0x8A, []) + frame(0x88, []),
      [.pong([]), .close(WebSocketClosure(.noStatusReceived))]),
    FrameRow(
      "a ping of 125 bytes", frame(0x89, [UInt8](repeating: 3, count: 125)), [.ping([UInt8](repeating: 3, count: 125))]),
    FrameRow("half a header", [0x81]), FrameRow("half a length", [0x82, 126, 1]),
    FrameRow("half a message", [0x81, 5, 0x48]),
    FrameRow("a message at the limit", frame(0x82, [1, 2, 3]), [.message(.binary([1, 2, 3]))], max: 3),
    FrameRow(
      "masked parts", frame(0x01, [0x48], mask: [1, 2, 3, 4]) + frame(0x80, hello, mask: [9, 8, 7, 6]),
      [.message(.text("HHello"))], isServer: true),
    FrameRow("an empty masked message", frame(0x82, [], mask: [1, 2, 3, 4]), [.message(.binary([]))], isServer: true),
  ]

  static let violations: [FrameRow] = [
    FrameRow("reserved bit 1", [0xC1, 0], code: 1002), FrameRow("reserved bit 2", [0xA1, 0], code: 1002),
    FrameRow("reserved bit 3", [0x91, 0], code: 1002), FrameRow("all reserved bits of a ping", [0xF9, 0], code: 1002),
    FrameRow("a ping in parts", [0x09, 0], code: 1002), FrameRow("a pong in parts", [0x0A, 0], code: 1002),
    FrameRow("a Close frame in parts", [0x08, 0], code: 1002),
    FrameRow("a ping of 126 bytes", [0x89, 126], code: 1002),
    FrameRow("a Close frame of 127", [0x88, 127], code: 1002),
    FrameRow("a last continuation without a message", [0x80, 0], code: 1002),
    FrameRow("a continuation without a message", [0x00, 0], code: 1002),
    FrameRow("a message inside another", frame(0x01, [0x48]) + [0x81, 0], code: 1002),
    FrameRow("a binary message inside a text", frame(0x01, [0x48]) + [0x02, 0], code: 1002),
    FrameRow("a continuation after the end", frame(0x81, hello) + [0x80, 0], [.message(.text("Hello"))], code: 1002),
    FrameRow("a server that masks", [0x81, 0x80], code: 1002),
    FrameRow("a client that does not mask", [0x81, 0x00], code: 1002, isServer: true),
    FrameRow("125 in two bytes", [0x82, 126, 0, 125], code: 1002),
    FrameRow("a length of 0 in two bytes", [0x82, 126, 0, 0], code: 1002),
    FrameRow("65,535 in eight bytes", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], code: 1002),
    FrameRow("a negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], code: 1002),
    FrameRow("half a close code", frame(0x88, [3]), code: 1002),
    FrameRow("one byte past the limit", [0x82, 4], code: 1009, max: 3),
    FrameRow("an enormous length", [0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], code: 1009),
    FrameRow("fragments past the limit", frame(0x02, [1, 2]) + frame(0x00, [3]) + [0x80, 1], code: 1009, max: 3),
    FrameRow("a reason that is not UTF-8", frame(0x88, [0x03, 0xE8, 0xFF]), code: 1007),
    FrameRow(
      "endless parts without content", frame(0x01, [0x48]) + (0..<1025).flatMap { _ in frame(0x00, []) }, code: 1008),
  ]

  /// Reserved opcodes, one after another.
  static let opcodes: [FrameRow] = ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).map {
    FrameRow("opcode \($0)", [0x80 | $0, 0], code: 1002)
  }

  private static let travelling: [UInt16] = [
    1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
  ]
  private static let unheard: [UInt16] = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]
  private static let longest = String(repeating: "x", count: 123)

  static let closes: [FrameRow] =
    travelling.map { code in
      FrameRow(
        "\(code)", closing(code, "bye"), [.close(WebSocketClosure(WebSocketCloseCode(rawValue: code), reason: "bye"))])
    } + unheard.map { code in FrameRow("\(code)", closing(code), code: 1002) } + [
      FrameRow(
        "the longest reason", closing(1000, longest), [.close(WebSocketClosure(.normalClosure, reason: longest))])
    ]

  /// Invalid UTF-8, with the number of bytes that are needed to detect it.
  static let malformed: [(bytes: [UInt8], needed: Int)] = [
    ([0x80], 1), ([0xBF], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1), ([0xC3, 0x28], 2), ([0xE0, 0x80, 0x80], 2),
    ([0xE0, 0x9F, 0xBF], 2), ([0xED, 0xA0, 0x80], 2), ([0xED, 0xBF, 0xBF], 2), ([0xE2, 0x28, 0xA1], 2),
    ([0xE2, 0x82, 0x28], 3), ([0xF0, 0x80, 0x80, 0x80], 2), ([0xF0, 0x8F, 0xBF, 0xBF], 2),
    ([0xF4, 0x90, 0x80, 0x80], 2),
    ([0xF5, 0x80, 0x80, 0x80], 1), ([0xFE], 1), ([0xFF], 1), ([0xF0, 0x90, 0x28, 0x80], 3),
    ([0xF0, 0x90, 0x80, 0x28], 4),
  ]

  static let rows: [FrameRow] = [
    examples, messages, violations, opcodes, closes, compressedExamples, compressed, compressedViolations,
  ].flatMap(\.self)
}
