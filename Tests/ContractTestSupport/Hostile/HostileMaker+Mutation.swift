/// Changes to bytes without regard to their meaning.
extension HostileMaker {
  private static let tokens: [[UInt8]] = [
    [0x0D, 0x0A], [0x0A], [0x0D], [0], [0x20], [0x09], [0x3A], [0xFF], [0x0D, 0x0A, 0x0D, 0x0A], [0x0D, 0x0A, 0x20],
    Array("HTTP/1.1 200 OK\r\n".utf8), Array("HTTP/2 200\r\n".utf8), Array("HTTP/1.1 100 \r\n\r\n".utf8),
    Array("Content-Length: 3\r\n".utf8), Array("Transfer-Encoding: chunked\r\n".utf8),
    Array("Connection: close\r\n".utf8),
    Array("Location: /\r\n".utf8), Array("0\r\n\r\n".utf8),
  ]

  /// The same bytes with one to five changes.
  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(5) {
      // Most offsets are in the body, but the important ones are in the head.
      let place = below(chance(2) ? bytes.count + 1 : min(bytes.count, 120) + 1)
      let end = min(bytes.count, place + 1 + below(20))
      switch below(7) {
      case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
      case 3: bytes.insert(contentsOf: pick(Self.tokens), at: place)
      case 4: if place < bytes.count { bytes[place] = UInt8(below(256)) }
      case 5: bytes.insert(contentsOf: pick(Self.tokens), at: min(place, 17))
      default: if chance(3) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }
}
