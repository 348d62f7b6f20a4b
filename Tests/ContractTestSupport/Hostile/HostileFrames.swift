/// The behavior of a hostile server for one request over HTTP/2, determined only by a seed and the number of the call.
package struct HostileFrames: Sendable {
  package enum Pattern: String, CaseIterable, Sendable {
    case honest, brokenOff, heads, bodies, windows, settings, resets, goodbyes, pushes, floods, mutated, garbage
    case silence
  }

  /// The behavior after the last byte.
  package enum Ending: Sendable { case keep, close, reset }

  /// The path of a call. Its beginning is longer in Huffman codes than without, so the path is found in the bytes of a
  /// header block.
  package static func path(_ id: Int) -> String { prefix + "\(id)" }
  private static let prefix = "/~~~~~~~~~~~~~~~~~~~~~~~~/"

  /// Returns the number of the call in a header block; nil without one.
  package static func id(in block: [UInt8]) -> Int? {
    let mark = Array(prefix.utf8)
    guard block.count > mark.count else { return nil }
    for start in 0..<(block.count - mark.count) where block[start..<(start + mark.count)].elementsEqual(mark) {
      let digits = block[(start + mark.count)...].prefix { 0x30...0x39 ~= $0 }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    return nil
  }

  typealias Frame = HTTP2Frame

  package let pattern: Pattern
  /// True if the response does not wait for the end of the request.
  package let isEarly: Bool
  package private(set) var pieces: [[UInt8]] = []
  package private(set) var ending: Ending
  /// The expected result of an honest response; nil for any other.
  package private(set) var honest: HostileScript.Honest?

  private var random: Randomness.Generator
  let stream: Int
  private let mark: [UInt8]

  /// Creates the frames for a call.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - stream: the stream of its request.
  package init(_ id: Int, stream: Int, seed: UInt64, isHead: Bool) {
    var random = Randomness.Generator(of: id, 0x6832_6672, seed: seed)
    self.stream = stream
    mark = Array(HostileMark.text(id, seed: seed).utf8)
    pattern =
      Int.random(in: 0..<4, using: &random) == 0 ? .honest : Pattern.allCases.randomElement(using: &random) ?? .honest
    isEarly = pattern != .honest && Int.random(in: 0..<6, using: &random) == 0
    ending = [.keep, .keep, .close, .reset].randomElement(using: &random) ?? .keep
    self.random = random
    make(isHead: isHead)
  }

  mutating func make(isHead: Bool) {
    switch pattern {
    case .honest:
      ending = .keep
      let content = isHead ? [] : honestContent()
      honest = HostileScript.Honest(status: 200, content: content)
      pieces = honestFrames(content)
    case .brokenOff:
      let bytes = Array(honestFrames(honestContent()).joined())
      pieces = [Array(bytes.prefix(below(bytes.count)))]
      if ending == .keep { ending = .close }
    case .heads: pieces = oddHeads().map(\.bytes)
    case .bodies: pieces = oddBodies()
    case .windows: pieces = oddWindows().map(\.bytes)
    case .settings: pieces = oddSettings().map(\.bytes)
    case .resets:
      pieces = [head(), Frame(.reset, stream: stream, Frame.number(below(16), 4))].suffix(1 + below(2)).map(\.bytes)
    case .goodbyes: pieces = goodbyes().map(\.bytes)
    case .pushes: pieces = pushes().map(\.bytes)
    case .floods: pieces = flood()
    case .mutated: pieces = [mutated()]
    case .garbage: pieces = [(0..<below(300)).map { _ in UInt8(below(256)) }]
    case .silence: ending = .keep
    }
  }

  // MARK: Honest responses

  mutating func honestContent() -> [UInt8] {
    mark + [UInt8](repeating: 0x68, count: pick([0, 1, 100, 20_000]))
  }

  mutating func honestFrames(_ content: [UInt8]) -> [[UInt8]] {
    var frames: [Frame] = []
    if chance(6) { frames.append(head("103", end: false)) }
    frames.append(head())
    for start in stride(from: 0, to: content.count, by: 16_000) {
      frames.append(Frame(.data, stream: stream, Array(content[start..<min(content.count, start + 16_000)])))
    }
    if chance(4) {
      frames.append(
        Frame(.headers, flags: Frame.endHeaders | Frame.endStream, stream: stream, Frame.field("x-end", "1")))
    } else {
      frames.append(Frame(.data, flags: Frame.endStream, stream: stream))
    }
    if chance(4) { frames.insert(Frame(.unknown, stream: stream, [1, 2, 3]), at: 1) }
    return chance(2) ? [Array(frames.map(\.bytes).joined())] : frames.map(\.bytes)
  }

  /// The head of a response.
  func head(_ status: String = "200", end: Bool = false, _ fields: [UInt8] = []) -> Frame {
    Frame(
      .headers, flags: Frame.endHeaders | (end ? Frame.endStream : 0), stream: stream,
      Frame.field(":status", status) + fields)
  }

  var end: Frame { Frame(.data, flags: Frame.endStream, stream: stream, mark) }

  // MARK: Random choices

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}
