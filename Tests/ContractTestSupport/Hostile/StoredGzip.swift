/// gzip without compression (RFC 1952, and RFC 1951 §3.2.4): bytes that a client has to decode, made without a library.
package enum StoredGzip {
  package static func bytes(of content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var rest = content[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      bytes.append(rest.isEmpty ? 1 : 0)
      bytes += [UInt16(block.count), ~UInt16(block.count)].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      bytes += block
    } while !rest.isEmpty
    for number in [checksum(content), UInt32(truncatingIfNeeded: content.count)] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return bytes
  }

  /// CRC-32 (RFC 1952 §8).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
