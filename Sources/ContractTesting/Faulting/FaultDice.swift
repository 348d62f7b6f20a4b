internal import ContractClient
internal import ContractOpenAPI

/// A random number generator that is seeded with a number and a request.
struct FaultDice: Sendable {
  private var random: SeededRandom

  /// Seeds the generator for one request.
  ///
  /// - Parameter number: The number of equal requests before this one.
  init(seed: UInt64, number: UInt64, _ request: HTTPRequest) {
    let hash = FNV1a.hash("\(request.method) \(request.target)")
    random = SeededRandom(seed: seed ^ hash ^ (number &* 0xD6E8_FEB8_6659_FD93))
  }

  mutating func next() -> UInt64 { random.next() }

  /// Returns a random number in `0..<1`.
  mutating func share() -> Double { Self.fraction(next()) }

  /// Returns the number in `0..<1` for random bits.
  static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) / Double(1 << 53) }

  /// Returns a copy of `bytes` with up to `count` of them changed at random.
  mutating func corrupted(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<max(0, min(count, bytes.count)) {
      let index = Int(next() % UInt64(bytes.count))
      bytes[index] ^= UInt8(truncatingIfNeeded: next() | 1)
    }
    return bytes
  }
}
