/// SHA-1 (RFC 3174), for the opening handshake of WebSockets and the checksums of uploads, where it does not protect secrets.
package struct SHA1: Sendable {
  private var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Returns the 20-byte digest of a message.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var hash = SHA1()
    hash.update(message)
    return hash.digest()
  }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    count += UInt64(bytes.count)
    pending += bytes
    addBlocks()
  }

  /// Returns the 20-byte hash of all bytes.
  package consuming func digest() -> [UInt8] {
    let bits = count &* 8
    // The padding is a 1 bit, zeros and the length in bits (§4).
    pending.append(0x80)
    pending.append(contentsOf: repeatElement(0, count: (120 - pending.count % 64) % 64))
    pending += Self.bigEndian(UInt32(truncatingIfNeeded: bits >> 32)) + Self.bigEndian(UInt32(truncatingIfNeeded: bits))
    addBlocks()
    return hash.flatMap(Self.bigEndian)
  }

  private mutating func addBlocks() {
    let end = pending.count - pending.count % 64
    for start in stride(from: 0, to: end, by: 64) { Self.add(pending[start..<(start + 64)], to: &hash) }
    pending.removeFirst(end)
  }

  private static func bigEndian(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  /// Processes one block (§6.1).
  private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<80 {
      words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
    }
    var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
    for (index, word) in words.enumerated() {
      let (mix, constant) = round(index, b, c, d)
      let next = rotate(a, by: 5) &+ mix &+ e &+ word &+ constant
      (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { hash[index] &+= word }
  }

  /// Returns the function value and the constant of a round (§5).
  private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
    switch index {
    case ..<20: ((b & c) | (~b & d), 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
