/// The value of `Content-Digest` (RFC 9530 §2) in a trailer section, collected byte by byte. It is the only trailer field that
/// is kept.
///
/// The values of several `Content-Digest` lines are joined by commas (RFC 9110 §5.3). The section's limit bounds the
/// result.
struct TrailerDigest: Sendable {
  private static let name = Array("content-digest".utf8)

  /// The number of bytes of the current line's name that match `Content-Digest`; nil after a mismatch.
  private var agreed: Int? = 0
  private var isKeeping = false
  private var bytes: [UInt8] = []

  /// The value without outer white space; nil if the field has not been received.
  var value: String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a byte of a name.
  mutating func addName(_ byte: UInt8) {
    guard let count = agreed else { return }
    let lowercase = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    agreed = count < Self.name.count && Self.name[count] == lowercase ? count + 1 : nil
  }

  /// Ends a name, which is followed by a value.
  mutating func endName() {
    isKeeping = agreed == Self.name.count
    if isKeeping, !bytes.isEmpty { bytes += [0x2C, 0x20] }
  }

  /// Adds a byte of a value. White space within it has no meaning in a digest.
  mutating func addValue(_ byte: UInt8) {
    if isKeeping, byte != 0x20, byte != 0x09 { bytes.append(byte) }
  }

  /// Ends a line.
  mutating func endLine() {
    agreed = 0
    isKeeping = false
  }
}
