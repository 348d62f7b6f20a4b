internal import ContractHTTP

/// SHA-256 (FIPS 180-4 §6.2), for signatures, and for identifiers that must be irreversible and resist collisions. The
/// toolchain provides no such hash on Linux.
package struct SHA256: Sendable {
  /// The size of a block, in bytes.
  static let blockBytes = 64

  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Returns the hash of `bytes`, 32 bytes.
  package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }

  /// Returns the hash of `bytes` as hexadecimal digits.
  package static func hex(_ bytes: some Collection<UInt8>) -> String { HexDigit.lowercase(digest(of: bytes)) }

  /// Adds bytes to the hash.
  package mutating func update(_ bytes: some Collection<UInt8>) {
    count += UInt64(bytes.count)
    pending += bytes
    let end = pending.count - pending.count % Self.blockBytes
    compress(upTo: end)
    pending.removeFirst(end)
  }

  /// Returns the hash of all bytes as hexadecimal digits.
  package consuming func hex() -> String {
    HexDigit.lowercase(digest())
  }

  /// Returns the hash of all bytes, 32 bytes.
  package consuming func digest() -> [UInt8] {
    let bits = count &* 8
    pending.append(0x80)
    while pending.count % Self.blockBytes != 56 { pending.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    compress(upTo: pending.count)
    var digest: [UInt8] = []
    for index in state.indices {
      for shift in [24, 16, 8, 0] as [UInt32] { digest.append(UInt8(truncatingIfNeeded: state[index] >> shift)) }
    }
    return digest
  }

  private mutating func compress(upTo end: Int) {
    // `compress` changes a copy of the state, because it reads `pending` meanwhile, and both belong to the same value
    // (exclusivity).
    var state = self.state
    for start in stride(from: 0, to: end, by: Self.blockBytes) {
      Self.compress(pending.span, from: start, into: &state)
    }
    self.state = state
  }

  private static func compress(_ bytes: Span<UInt8>, from start: Int, into state: inout InlineArray<8, UInt32>) {
    var words = InlineArray<64, UInt32>(repeating: 0)
    for index in 0..<16 {
      let offset = start + 4 * index
      words[index] =
        UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8
        | UInt32(bytes[offset + 3])
    }
    for index in 16..<64 {
      let (far, near) = (words[index - 15], words[index - 2])
      let spread0 = rotate(far, 7) ^ rotate(far, 18) ^ far >> 3
      let spread1 = rotate(near, 17) ^ rotate(near, 19) ^ near >> 10
      words[index] = words[index - 16] &+ spread0 &+ words[index - 7] &+ spread1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let second = sum0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
