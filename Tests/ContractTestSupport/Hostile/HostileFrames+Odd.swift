/// Frames against the rules of RFC 9113 and RFC 7541.
extension HostileFrames {
  mutating func oddHeads() -> [Frame] {
    let field = Frame.field
    let blocks: [[UInt8]] = [
      field("x", "no status"), field(":status", "200") + field(":status", "200"), field(":status", "abc"),
      field(":status", "1000"), field(":status", ""), field(":status", "101"),
      field("x", "y") + field(":status", "200"),
      field(":status", "200") + field("Upper", "x"), field(":status", "200") + field("connection", "close"),
      field(":status", "200") + field("transfer-encoding", "chunked"), field(":status", "200") + field("a\r\nb", "x"),
      field(":status", "200") + field("a", "x\r\nSet-Cookie: b=c"), field(":status", "200") + field("", "x"),
      field(":status", "200") + field("content-length", "999999999999999999999"),
      field(":status", "200") + field("content-length", "3") + field("content-length", "4"),
      field(":status", "302") + field("location", "#"), field(":status", "200") + field(":path", "/"),
      // A nonexistent index, an index of zero, a table that is too large, an endless integer.
      [0x88, 0xFF, 0xFF, 0x7F], [0x80], [0x3F, 0xE1, 0xFF, 0x7F, 0x88],
      [0x88, 0xFF] + [UInt8](repeating: 0xFF, count: 40), [],
      [0x88, 0x00, 0x7F, 0x41],
    ]
    var frame = head()
    frame.payload = pick(blocks)
    switch below(6) {
    case 0: frame.flags = 0
    case 1: frame.flags |= Frame.padded
    case 2: frame.stream = pick([0, 2, 1 << 30])
    case 3: return [frame, frame, end]
    default: break
    }
    if chance(4) {
      return [frame, Frame(.continuation, flags: Frame.endHeaders, stream: stream, field("x", "y")), end]
    }
    return [frame, end]
  }

  mutating func oddBodies() -> [[UInt8]] {
    let data = Frame(.data, stream: stream, [UInt8](repeating: 0x64, count: 100))
    switch below(7) {
    case 0: return [data.bytes, end.bytes]
    case 1: return [head().bytes, end.bytes, data.bytes, end.bytes]
    case 2: return [head().bytes, Frame(.data, flags: Frame.padded, stream: stream, [200, 1]).bytes]
    case 3: return [head().bytes, data.bytes(announcing: 1 << 20)]
    case 4: return [head().bytes, Frame(.data, stream: pick([0, 2, 99]), [1]).bytes, end.bytes]
    case 5: return [head("200", Frame.field("content-length", "7")).bytes, data.bytes, end.bytes]
    default: return [head("204").bytes, data.bytes, end.bytes]
    }
  }

  mutating func oddWindows() -> [Frame] {
    let amount = pick([0, 1, 0x7FFF_FFFF, 0x8000_0001])
    let frames = [Frame(.windowUpdate, stream: pick([0, stream, 77]), Frame.number(amount, pick([4, 4, 3])))]
    return frames + frames + [head(), end]
  }

  mutating func oddSettings() -> [Frame] {
    let values: [(Int, Int)] = [
      (4, 0xFFFF_FFFF), (4, 0), (5, 0), (5, 1 << 24), (2, 1), (2, 7), (3, 0), (1, 0), (1, 0xFFFF_FFFF), (6, 0),
      (0xABCD, 1), (8, 2),
    ]
    let (name, value) = pick(values)
    let payload = Frame.number(name, 2) + Frame.number(value, 4)
    let frames = [
      Frame(.settings, payload), Frame(.settings, stream: stream, payload), Frame(.settings, Array(payload.dropLast())),
      Frame(.settings, flags: Frame.acknowledgement, payload), Frame(.settings, flags: Frame.acknowledgement),
    ]
    return [pick(frames), head(), end]
  }

  mutating func goodbyes() -> [Frame] {
    let last = pick([0, stream, stream + 100, 0x7FFF_FFFF])
    let goodbye = Frame(.goAway, Frame.number(last, 4) + Frame.number(below(16), 4) + Array("enough".utf8))
    return chance(2) ? [goodbye, head(), end] : [head(), goodbye, end]
  }

  mutating func pushes() -> [Frame] {
    let promised = pick([0, 2, stream, stream + 2])
    let block = Frame.field(":method", "GET") + Frame.field(":path", "/pushed")
    let push = Frame(
      .pushPromise, flags: Frame.endHeaders, stream: stream, Frame.number(promised, 4) + block)
    return [
      push, Frame(.headers, flags: Frame.endHeaders, stream: promised, Frame.field(":status", "200")), head(), end,
    ]
  }

  mutating func flood() -> [[UInt8]] {
    let (frame, count): (Frame, Int)
    switch below(6) {
    case 0: (frame, count) = (Frame(.ping, [UInt8](repeating: 1, count: 8)), 5_000)
    case 1: (frame, count) = (Frame(.settings), 5_000)
    case 2: (frame, count) = (Frame(.data, stream: stream), 5_000)
    case 3: (frame, count) = (Frame(.continuation, stream: stream, Frame.field("x", "y")), 5_000)
    case 4:
      (frame, count) = (Frame(.headers, flags: Frame.endHeaders, stream: stream, Frame.field(":status", "103")), 500)
    default: (frame, count) = (Frame(.data, stream: stream, [UInt8](repeating: 0x7A, count: 16_000)), 40)
    }
    var first = head()
    if frame.kind == .continuation { first.flags = 0 }
    let flood = [UInt8]((0..<count).flatMap { _ in frame.bytes })
    return [first.bytes]
      + stride(from: 0, to: flood.count, by: 8_192).map { Array(flood[$0..<min(flood.count, $0 + 8_192)]) }
  }

  /// The frames of an honest response with some bytes changed. It has no mark, because its stream may be that of another
  /// call after the change.
  mutating func mutated() -> [UInt8] {
    var bytes = Array(honestFrames([UInt8](repeating: 0x6D, count: pick([1, 50, 17_000]))).joined())
    for _ in 0...below(5) {
      let offset = below(chance(2) ? bytes.count : min(bytes.count, 60))
      switch below(4) {
      case 0: bytes[offset] ^= 1 << UInt8(below(8))
      case 1: bytes[offset] = UInt8(below(256))
      case 2: bytes.insert(UInt8(below(256)), at: offset)
      default: if bytes.count > 1 { bytes.remove(at: offset) }
      }
    }
    return bytes
  }
}
