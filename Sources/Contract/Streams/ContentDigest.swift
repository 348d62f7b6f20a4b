internal import ContractCoding
package import ContractHTTP

/// The SHA-256 of a message's content as the field `Content-Digest` spells it (RFC 9530 §2), such as `sha-256=:4K6n…=:`.
package enum ContentDigest {
  package static let name: HTTPFieldName = "Content-Digest"

  /// Returns the value of the field for a hash.
  package static func text(of hash: [UInt8]) -> String { "sha-256=:\(Base64.encoded(hash)):" }

  /// Returns the hash of the content.
  package static func hash(of content: [UInt8]) -> [UInt8] { SHA256.digest(of: content) }

  /// Returns the value in the fields of a head; nil without one.
  static func text(in fields: HTTPFields) -> String? {
    let values = fields.values(name)
    return values.isEmpty ? nil : values.map(\.rawValue).joined(separator: ", ")
  }

  /// Returns the hash in a value of the field; nil without one.
  ///
  /// The value is a dictionary (RFC 9651 §3.2) in which the last member with a name wins. Members of other algorithms
  /// are ignored.
  ///
  /// - Throws: ``ChecksumError`` for a hash that is not 32 bytes in base64.
  static func hash(in text: String) throws(ChecksumError) -> [UInt8]? {
    var hash: [UInt8]?
    for member in text.split(atByte: ",") {
      let member = member.utf8.drop { $0 == 0x20 || $0 == 0x09 }
      guard member.starts(with: "sha-256=".utf8) else { continue }
      let value = member.dropFirst(8).prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
      let isQuoted = value.count >= 2 && value.first == UInt8(ascii: ":") && value.last == UInt8(ascii: ":")
      guard isQuoted, let bytes = bytes(of: value.dropFirst().dropLast()) else {
        throw ChecksumError(.malformed)
      }
      hash = bytes
    }
    return hash
  }

  /// Returns the 32 bytes of a byte sequence, whose padding may be missing, and whose pad bits are ignored (RFC 9651 §4.2.7).
  private static func bytes(of text: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    let digits = Array(text.last == UInt8(ascii: "=") ? text.dropLast() : text[...])
    guard digits.count == 43 else { return nil }
    // 43 digits encode 32 bytes and two pad bits. A 44th digit completes the pad bits to a byte, which is then dropped.
    return Base64.decoded(digits + [UInt8(ascii: "A")])?.dropLast()
  }
}

extension HTTPFields {
  /// The fields with a digest of the content or the representation (RFC 9530, RFC 3230, RFC 1864).
  package static let digestNames: [HTTPFieldName] = [ContentDigest.name, "Repr-Digest", "Digest", "Content-MD5"]

  /// Adds the digest that followed a stream, for a message whose stream is replaced by its bytes: a body in memory has no
  /// trailer section.
  package mutating func addDigest(of stream: ByteStream) {
    if let digest = stream.contentDigest?(), let value = HTTPFieldValue(digest) { append(ContentDigest.name, value) }
  }

  /// Updates the digests of a message whose content is replaced.
  ///
  /// `Content-Digest` gets the new SHA-256. A wrong SHA-256 stays wrong, so that a reader still refuses the content.
  /// Other digests are removed.
  package mutating func updateDigests(of content: [UInt8], replacedBy other: [UInt8]) {
    guard content != other else { return }
    let text = ContentDigest.text(in: self)
    for name in Self.digestNames { remove(name) }
    guard let text else { return }
    do throws(ChecksumError) {
      guard let hash = try ContentDigest.hash(in: text) else { return }
      let isRight = hash == ContentDigest.hash(of: content)
      self[ContentDigest.name] = HTTPFieldValue(isRight ? ContentDigest.text(of: ContentDigest.hash(of: other)) : text)
    } catch {
      self[ContentDigest.name] = HTTPFieldValue(text)
    }
  }
}
