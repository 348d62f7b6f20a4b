import ContractHTTP
import Testing

@testable import ContractCoding

@Suite("SHA-256")
struct SHA256Tests {
  /// FIPS 180-2, appendix B.
  static let vectors: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test("SHA-256 matches its standard test vectors", arguments: vectors)
  func vector(text: String, hash: String) {
    #expect(SHA256.hex(text.utf8) == hash)
    #expect(HexDigit.lowercase(SHA256.digest(of: text.utf8)) == hash)
  }

  /// Hashes of multiples of 7, computed with Python's hashlib, with lengths around the end of a block.
  static let lengths: [(Int, String)] = [
    (55, "576a1bf8d4478657e6dc4af9398544765c2a92cde28478b019235cfed315fc09"),
    (56, "9b20501dfd1d99161c257950f3444f3e49230c351c5c8e0943ef369f85f5205d"),
    (57, "a5534a9d0694341dfde5b1bb3d8addcb38bd46f44a629dc97b3f8fb2721b0720"),
    (63, "30b345906b493f06f69444b6521113511c242f30e29840462950035043682f1e"),
    (64, "d8bc63b4fc1156e5e7d95a418b9bf54cd3174bedbc2db40f74895349b229b3c0"),
    (65, "1ee23b0fbcaecc1aff4a9e8f1645f35ab2c8e13609cd73b68df8b5e3f63ce073"),
  ]

  @Test("A hash does not depend on how its input is split", arguments: lengths)
  func pieces(count: Int, whole: String) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(SHA256.hex(bytes) == whole)
    for cut in 0...count {
      var hash = SHA256()
      hash.update(bytes[..<cut])
      hash.update(bytes[cut...])
      #expect(hash.hex() == whole, "cut at \(cut)")
    }
  }
}

@Suite("HMAC with SHA-256")
struct HMACSHA256Tests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let key: [UInt8]
    let message: [UInt8]
    let code: String

    init(_ name: String, _ key: [UInt8], _ message: [UInt8], _ code: String) {
      (self.name, self.key, self.message, self.code) = (name, key, message, code)
    }

    var testDescription: String { name }
  }

  /// RFC 4231 §4, test cases 1 to 4, 6 and 7.
  static let vectors: [Vector] = [
    Vector(
      "a key of 20 bytes", [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      "a key shorter than the hash", Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      "a message of 50 bytes", [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      "a key of 25 bytes", Array(0x01...0x19), [UInt8](repeating: 0xCD, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      "a key longer than a block", [UInt8](repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      "a key and a message longer than a block", [UInt8](repeating: 0xAA, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
          + "hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test("HMAC matches the vectors of RFC 4231", arguments: vectors)
  func vector(_ vector: Vector) {
    var hash = HMACSHA256(key: vector.key)
    hash.update(vector.message.prefix(3))
    hash.update(vector.message.dropFirst(3))
    let code = hash.code()
    #expect(code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == vector.code)
  }

  @Test("Two codes are equal only if all their bytes are equal")
  func comparison() {
    let code = [UInt8](0..<32)
    #expect(HMACSHA256.isEqual(code, code))
    #expect(!HMACSHA256.isEqual(code, Array(code.dropLast())))
    for index in code.indices {
      var other = code
      other[index] ^= 1
      #expect(!HMACSHA256.isEqual(code, other), "byte \(index) differs")
    }
  }
}
