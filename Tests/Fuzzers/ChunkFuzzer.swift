import ContractHTTP1

/// Decodes the chunked coding in one piece, byte by byte and split in two, and compares the results with those of a
/// simple decoder that works on whole lines.
enum ChunkFuzzer {
  private static let limit = 1 << 16

  private enum Outcome: Equatable {
    case done(content: [UInt8], count: Int)
    case incomplete(content: [UInt8])
    case refused(String)
  }

  static func check(_ bytes: [UInt8]) -> String? {
    let whole = decode(bytes, cuts: [])
    if bytes.count > 1 {
      let everywhere = Array(1..<bytes.count)
      let step = max(1, bytes.count / 64)
      for cuts in [everywhere] + stride(from: 1, to: bytes.count, by: step).map({ [$0] }) {
        let parts = decode(bytes, cuts: cuts)
        if parts != whole { return "cut at \(cuts): \(parts), and whole: \(whole)" }
      }
    }
    let plain = plainly(bytes)
    switch (whole, plain) {
    case (.done(let content, let count), .some(let other)):
      guard content == other.content, count == other.count else { return "\(whole), and plainly \(other)" }
    case (.done, nil): return "\(whole), and plainly nothing"
    case (.incomplete, .some(let other)): return "\(whole), and plainly \(other)"
    case (.refused(let reason), .some(let other)):
      // Input refused only for its size is well-formed.
      guard reason.contains("too long") else { return "\(whole), and plainly \(other)" }
    case (_, nil): break
    }
    return nil
  }

  private static func decode(_ bytes: [UInt8], cuts: [Int]) -> Outcome {
    var decoder = ChunkedDecoder(limits: HTTP1Limits(), maxContentBytes: limit)
    var content: [UInt8] = []
    var start = 0
    for end in cuts + [bytes.count] {
      let piece = Array(bytes[start..<end])
      var position = 0
      do {
        let isDone = try decoder.decode(piece.span, from: &position, into: &content)
        if isDone { return .done(content: content, count: start + position) }
      } catch {
        return .refused("\(error)")
      }
      start = end
    }
    return .incomplete(content: content)
  }

  /// The content of a complete and well-formed message of any size; nil for everything else.
  private static func plainly(_ bytes: [UInt8]) -> (content: [UInt8], count: Int)? {
    var rest = bytes[...]
    var content: [UInt8] = []
    while let line = takeLine(&rest) {
      let parts = line.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      var digits = parts[0]
      if parts.count == 2 {
        while let last = digits.last, last == 0x20 || last == 0x09 { digits.removeLast() }
        guard parts[1].allSatisfy(isText) else { return nil }
      }
      guard !digits.isEmpty, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
        let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      if size == 0 { return endsWell(&rest) ? (content, rest.startIndex) : nil }
      guard rest.count - 2 >= size else { return nil }
      content += rest.prefix(size)
      rest = rest.dropFirst(size)
      guard rest.starts(with: [0x0D, 0x0A]) else { return nil }
      rest = rest.dropFirst(2)
    }
    return nil
  }

  private static func endsWell(_ rest: inout ArraySlice<UInt8>) -> Bool {
    while let line = takeLine(&rest) {
      if line.isEmpty { return true }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(isToken), line[colon...].allSatisfy(isText)
      else { return false }
    }
    return false
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: 0x0D), end + 1 < rest.endIndex, rest[end + 1] == 0x0A else { return nil }
    defer { rest = rest[(end + 2)...] }
    return rest[..<end]
  }

  private static func isText(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
  }
}
