/// An HMAC with SHA-256 (RFC 2104; test vectors in RFC 4231).
package struct HMACSHA256: Sendable {
  private var inner = SHA256()
  private var outer = SHA256()

  /// Creates the code of an empty message under `key`.
  package init(key: [UInt8]) {
    var block = key.count > SHA256.blockBytes ? SHA256.digest(of: key) : key
    block += [UInt8](repeating: 0, count: SHA256.blockBytes - block.count)
    inner.update(block.map { $0 ^ 0x36 })
    outer.update(block.map { $0 ^ 0x5C })
  }

  /// Adds bytes of the message.
  package mutating func update(_ bytes: some Collection<UInt8>) { inner.update(bytes) }

  /// Returns the code of the message, 32 bytes.
  package consuming func code() -> [UInt8] {
    var outer = outer
    outer.update(inner.digest())
    return outer.digest()
  }

  /// Returns true when the codes are equal. The time depends only on their lengths.
  @inline(never)
  package static func isEqual(_ code: [UInt8], _ other: [UInt8]) -> Bool {
    guard code.count == other.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(code, other) { difference |= left ^ right }
    return difference == 0
  }
}
