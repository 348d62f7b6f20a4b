import ContractHTTP1
import Testing

@Suite("The opening handshake of a WebSocket")
struct WebSocketKeyTests {
  /// RFC 3174 §7.3, and texts around the size of a block.
  static let digests: [(String, Int, String)] = [
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    (
      "0123456701234567012345670123456701234567012345670123456701234567", 10, "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("a", 55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
    ("a", 56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
    ("a", 63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
    ("a", 64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    ("a", 65, "11655326c708d70319be2610e8a57d9a5b959d3b"),
  ]

  @Test("SHA-1 produces the digests of RFC 3174 and of messages around the block size", arguments: digests)
  func digest(text: String, count: Int, expected: String) {
    let message = Array(String(repeating: text, count: count).utf8)
    let digits = SHA1.digest(of: message).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(digits.joined() == expected)
  }

  @Test("The key in the example of RFC 6455 §1.3 results in the accept value of the example")
  func example() {
    #expect(WebSocketKey.accept(for: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test("100 generated keys are different, and have the base64 length of 16 bytes")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let keys = (0..<100).map { _ in WebSocketKey.random(using: &generator) }
    #expect(Set(keys).count == 100)
    #expect(keys.allSatisfy { $0.utf8.count == 24 && $0.hasSuffix("==") })
  }
}
