internal import ContractClient

/// A SplitMix64 random number generator, seeded with a number and a request.
struct FaultDice: Sendable {
  private var state: UInt64

  /// Seeds the generator for one request.
  ///
  /// - Parameter number: The number of equal requests before this one.
  init(seed: UInt64, number: UInt64, _ request: HTTPRequest) {
    state = seed ^ FNV1a.hash("\(request.method) \(request.target)") ^ (number &* 0xD6E8_FEB8_6659_FD93)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
