/// Changes that break readers of requests.
enum RequestMutation {
  /// Bytes that break readers: ends of lines, separators, signs, extreme numbers, combining marks.
  private static let splinters: [[UInt8]] =
    [
      "\r\n", "\n", "\r", "\0", "\t", " ", ",", ";", ":", "=", "&", "%", "%00", "%FF", "%C3", "+", "-", "--x", "\"",
      "\\", "/", "//",
      "..", "?", "#", "[", "]", "{", "}", "[]", "[[[[[[[[", "{\"a\":", "\\ud800", "\\u0000", "1e999", "-0", "0x", "NaN",
      "null",
      "9223372036854775808", "18446744073709551616", "-9223372036854775809",
      "99999999999999999999999999999999999999999", "1e-9223372036854775808", "e9223372036854775807",
      "ffffffffffffffff", "7fffffffffffffff", "0", "*", "@", "'", "\u{600}", "\u{301}", "\u{37E}", "\u{FEFF}",
      "\u{1F600}", "\u{212A}",
      "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "HTTP/1.0",
      "9999-12-31T23:59:60Z",
      "0000-00-00T00:00:00Z", "Cookie: a=b; c\r\n",
    ].map { Array($0.utf8) } + [[0x80], [0xFF], [0xC3], [0xED, 0xA0, 0x80]]

  /// Returns one of the requests with some of its bytes changed.
  static func mutated(_ seeds: [[UInt8]], _ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 4: bytes.replaceSubrange(place..<end, with: splinters.randomElement(using: &random) ?? [])
      case 5: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: splinters.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }
}
