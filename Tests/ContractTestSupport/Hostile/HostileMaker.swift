/// Makes one ``HostileScript``.
struct HostileMaker {
  let id: Int
  let hop: Int
  let context: HostileScript.Context
  var random: Randomness.Generator

  init(_ id: Int, hop: Int, _ context: HostileScript.Context) {
    (self.id, self.hop, self.context) = (id, hop, context)
    random = Randomness.Generator(of: id, 0x7365_7276 &+ UInt64(truncatingIfNeeded: hop), seed: context.seed)
  }

  mutating func script() -> HostileScript {
    var script = script(of: pattern())
    if script.honest == nil {
      // Some servers read only the head, and therefore close below, because they cannot find the next request.
      if chance(8) { script.reading = .head }
    }
    script.continues = !chance(4)
    if script.reading == .head, script.ending == .keep { script.ending = .close }
    return script
  }

  private mutating func pattern() -> HostilePattern {
    // After a few hops the response is honest, so that a chain of redirects ends.
    if hop > 3 { return .honest }
    let patterns = HostilePattern.allCases.filter { !context.without.contains($0) }
    if let mood, patterns.contains(mood.pattern), !chance(4) { return mood.pattern }
    var rest = below(patterns.reduce(0) { $0 + $1.weight })
    for pattern in patterns {
      rest -= pattern.weight
      if rest < 0 { return pattern }
    }
    return .honest
  }

  mutating func script(of pattern: HostilePattern) -> HostileScript {
    switch pattern {
    case .honest: return honestScript()
    case .brokenOff: return brokenOff()
    case .silence: return HostileScript(.silence, chance(2) ? [] : Array(response().bytes.prefix(below(40))), .hang)
    case .garbage: return HostileScript(.garbage, bytes(below(300)), ending())
    case .mutated: return mutated()
    case .corpus: return fromCorpus()
    case .floods: return flood()
    default:
      let (bytes, isClosing) = oddResponse(pattern)
      return HostileScript(pattern, bytes, isClosing ? closing() : ending())
    }
  }

  /// A behavior that the servers keep for some dozens of calls, because a client remembers the common behavior of all
  /// connections to an origin until one of them differs.
  var mood: (pattern: HostilePattern, statusLine: String)? {
    var random = Randomness.Generator(of: id >> 6, 0x6D6F_6F64, seed: context.seed)
    guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
    let pattern: HostilePattern? =
      Bool.random(using: &random) ? .versions : HostilePattern.allCases.randomElement(using: &random)
    let version = ["HTTP/2", "HTTP/2", "HTTP/2", "HTTP/3", "HTTP/1.0"].randomElement(using: &random)
    // Silence is excluded, because dozens of calls would wait for their timeouts.
    guard let pattern, let version, pattern != .silence else { return nil }
    return (pattern, "\(version) 200 OK")
  }

  // MARK: Random choices

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  /// True once in so many times.
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  mutating func ending() -> HostileScript.Ending {
    chance(100) ? .hang : pick([.keep, .keep, .keep, .close, .close, .reset])
  }

  mutating func closing() -> HostileScript.Ending { pick([.close, .close, .reset]) }

  // MARK: Honest and interrupted responses

  private mutating func honestScript() -> HostileScript {
    let response = response()
    var script = HostileScript(.honest, [], response.endsWithConnection ? .close : chance(8) ? .close : .keep)
    script.honest = HostileScript.Honest(status: response.status, content: context.isHead ? [] : response.plain)
    script.pieces = cut(response.bytes)
    return script
  }

  /// Chunks of bytes whose end both sides see at the same offset.
  private mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
    if chance(2) { return [bytes] }
    if bytes.count < 200, chance(6) { return bytes.map { [$0] } }
    let places = (0..<below(6)).map { _ in below(bytes.count + 1) }.sorted()
    return zip([0] + places, places + [bytes.count]).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
  }

  private mutating func brokenOff() -> HostileScript {
    var response = response()
    // The response must not end with the connection, or its first bytes would be a complete response.
    if response.endsWithConnection || context.isHead { response = HostileResponse(mark: mark) }
    let bytes = response.bytes
    return HostileScript(.brokenOff, Array(bytes.prefix(below(bytes.count))), chance(30) ? .hang : closing())
  }

  private mutating func mutated() -> HostileScript {
    let bases: [HostilePattern] = [
      .honest, .honest, .versions, .folds, .interims, .chunks, .lengths, .codings, .redirects,
    ]
    let base = script(of: pick(bases.filter { $0 == .honest || !context.without.contains($0) }))
    return HostileScript(.mutated, mutate(Array(base.pieces.joined())), ending())
  }

  private mutating func fromCorpus() -> HostileScript {
    guard !context.corpus.isEmpty else { return honestScript() }
    let bytes = pick(context.corpus)
    return HostileScript(.corpus, chance(2) ? bytes : mutate(bytes), ending())
  }

  /// Too much of something, in writes of some KiB, and then the end.
  private mutating func flood() -> HostileScript {
    let start = "HTTP/1.1 200 OK\r\n"
    let bytes: [UInt8]
    switch below(5) {
    case 0: bytes = Array((start + "X-Long: " + String(repeating: "x", count: 70_000 + below(70_000))).utf8)
    case 1: bytes = Array((start + (0..<2_000).map { "X-\($0): y\r\n" }.joined() + "\r\n").utf8)
    case 2: bytes = Array((start + "A: b\r\n" + (0..<300).map { _ in " c\r\n" }.joined() + "\r\n").utf8)
    case 3: bytes = Array((start + "\r\n" + mark + String(repeating: "z", count: 400_000)).utf8)
    default:
      let chunk = "1000\r\n" + String(repeating: "c", count: 4096) + "\r\n"
      bytes = Array((start + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 100)).utf8)
    }
    var script = HostileScript(.floods, [], closing())
    script.pieces = stride(from: 0, to: bytes.count, by: 8192).map { Array(bytes[$0..<min(bytes.count, $0 + 8192)]) }
    return script
  }

  var mark: String { HostileMark.text(id, seed: context.seed) }
}
