internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The forms in which a message may contain a secret: literally, percent-encoded or JSON-escaped.
package enum SecretSpellings {
  /// Returns the spellings of a secret, some of which may be equal.
  package static func of(_ text: String) -> [String] {
    let encoded = PercentEncoding.encoded(text, for: .component)
    let escaped = String(decoding: JSONWriter.bytes(string: text).dropFirst().dropLast(), as: UTF8.self)
    return [
      text, encoded, lowercasedDigits(encoded), encoded.replacingBytes("%20", with: "+"), escaped,
      escaped.replacingBytes("/", with: "\\/"),
    ]
  }

  /// Returns the string with lowercase hexadecimal digits: `%2f` for `%2F`.
  private static func lowercasedDigits(_ encoded: String) -> String {
    let parts = encoded.split(atByte: "%", keepsEmpty: true)
    return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") { text, part in
      text + "%" + String(part.prefix(2)).lowercasedASCII + part.dropFirst(2)
    }
  }

  /// Returns bytes with each occurrence of a string replaced.
  ///
  /// - Parameter spellings: The strings; of several that begin at the same byte, the first is replaced.
  package static func replaced(_ spellings: [String], in bytes: [UInt8], with replacement: String) -> [UInt8] {
    let spellings = spellings.map { Array($0.utf8) }.filter { !$0.isEmpty }
    if spellings.isEmpty { return bytes }
    var isFirst = [Bool](repeating: false, count: 256)
    for spelling in spellings { isFirst[Int(spelling[0])] = true }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if isFirst[Int(bytes[index])], let spelling = spellings.first(where: { bytes[index...].starts(with: $0) }) {
        output += replacement.utf8
        index += spelling.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }
}
