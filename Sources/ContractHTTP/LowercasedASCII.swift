extension String {
  /// The string with ASCII letters in lowercase, sufficient for tokens (RFC 9110 §5.6.2).
  package var lowercasedASCII: String {
    guard utf8.contains(where: Self.isUppercaseASCII) else { return self }
    var text = self
    return text.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { lowercased in
        // SAFETY: all `bytes.count` bytes are written before any is read.
        for index in bytes.indices {
          lowercased[index] = Self.isUppercaseASCII(bytes[index]) ? bytes[index] | 0x20 : bytes[index]
        }
        return String(decoding: lowercased, as: UTF8.self)
      }
    }
  }

  private static func isUppercaseASCII(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
}

extension Substring {
  /// The substring with ASCII letters in lowercase.
  package var lowercasedASCII: String { String(self).lowercasedASCII }
}
