/// Text in a response that identifies its call, so that a response to another call is detected, whatever its other
/// bytes: `<17:9f86d081884c7d65>`. The second number depends on the first and the seed, and does not occur by accident.
package enum HostileMark {
  /// The mark of a call.
  package static func text(_ id: Int, seed: UInt64) -> String {
    "<\(id):\(String(proof(id, seed), radix: 16))>"
  }

  /// The numbers of the calls whose marks are in these bytes.
  package static func ids(in bytes: [UInt8], seed: UInt64) -> [Int] {
    var ids: [Int] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: 0x3C) {
      index = start + 1
      // The two numbers have fewer than 20 and fewer than 17 digits.
      guard let end = bytes[index...].prefix(40).firstIndex(of: 0x3E),
        let colon = bytes[index..<end].firstIndex(of: 0x3A),
        let id = Int(String(decoding: bytes[index..<colon], as: UTF8.self)),
        let told = UInt64(String(decoding: bytes[(colon + 1)..<end], as: UTF8.self), radix: 16),
        told == proof(id, seed)
      else { continue }
      ids.append(id)
    }
    return ids
  }

  private static func proof(_ id: Int, _ seed: UInt64) -> UInt64 {
    var generator = Randomness.Generator(of: id, 0x6D61_726B, seed: seed)
    return generator.next()
  }
}

extension Randomness.Generator {
  /// One stream of numbers for each pair of numbers and each seed.
  package init(of id: Int, _ stream: UInt64, seed: UInt64) {
    var mixing = Randomness.Generator(seed: seed ^ (stream &* 0xD6E8_FEB8_6659_FD93))
    self.init(seed: mixing.next() ^ (UInt64(truncatingIfNeeded: id) &* 0xA24B_AED4_963E_E407))
    _ = next()
  }
}
