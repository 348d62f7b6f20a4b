internal import Glibc

/// SHA-256 (FIPS 180-4 §6.2), which names blobs. The toolchain provides no hash on Linux.
struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  /// Adds bytes to the hash.
  mutating func update(_ bytes: some Collection<UInt8>) {
    count += UInt64(bytes.count)
    pending += bytes
    var start = 0
    var words = [UInt32](repeating: 0, count: 64)
    while pending.count - start >= 64 {
      compress(from: start, &words)
      start += 64
    }
    pending.removeFirst(start)
  }

  /// Returns the hash of all bytes as hexadecimal digits.
  consuming func hex() -> String {
    let bits = count * 8
    var end: [UInt8] = [0x80]
    while (pending.count + end.count) % 64 != 56 { end.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) { end.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    update(end)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Returns the hash and the size of a file.
  static func ofFile(_ path: String) throws -> (digest: String, size: Int64) {
    guard let file = fopen(path, "r") else { throw UnreadableFile(path: path, code: errno) }
    defer { fclose(file) }
    var hash = SHA256()
    var size: Int64 = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      hash.update(chunk[..<count])
      size += Int64(count)
    }
    guard ferror(file) == 0 else { throw UnreadableFile(path: path, code: errno) }
    return (hash.hex(), size)
  }

  private mutating func compress(from start: Int, _ words: inout [UInt32]) {
    for index in 0..<16 {
      let at = start + index * 4
      words[index] =
        UInt32(pending[at]) << 24 | UInt32(pending[at + 1]) << 16 | UInt32(pending[at + 2]) << 8
        | UInt32(pending[at + 3])
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = Self.rotate(a, 7) ^ Self.rotate(a, 18) ^ (a >> 3)
      let second = Self.rotate(b, 17) ^ Self.rotate(b, 19) ^ (b >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var s = state
    for index in 0..<64 {
      let sum = Self.rotate(s[4], 6) ^ Self.rotate(s[4], 11) ^ Self.rotate(s[4], 25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let first = s[7] &+ sum &+ choice &+ Self.constants[index] &+ words[index]
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      let second = (Self.rotate(s[0], 2) ^ Self.rotate(s[0], 13) ^ Self.rotate(s[0], 22)) &+ majority
      (s[7], s[6], s[5], s[4]) = (s[6], s[5], s[4], s[3] &+ first)
      (s[3], s[2], s[1], s[0]) = (s[2], s[1], s[0], first &+ second)
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
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

/// A file that cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String { "cannot read `\(path)`: \(String(cString: strerror(code)))" }
}
