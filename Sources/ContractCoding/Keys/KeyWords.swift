/// Conversion of keys between `camelCase` and words with separators.
enum KeyWords {
  /// Returns the words in lowercase or capitalized, joined by separators.
  static func joined(_ key: String, separator: Unicode.Scalar, isCapitalized: Bool) -> String {
    if let joined = joinedASCII(key, separator: separator, isCapitalized: isCapitalized) { return joined }
    let scalars = Array(key.unicodeScalars)
    var result = ""
    var startsWord = true
    for (index, scalar) in scalars.enumerated() {
      if index > 0, startsNewWord(scalars, index), !isSeparator(scalars[index - 1]) {
        result.unicodeScalars.append(separator)
        startsWord = true
      }
      if startsWord, isCapitalized {
        result += scalar.properties.titlecaseMapping
      } else {
        result += scalar.properties.lowercaseMapping
      }
      startsWord = startsWord && isSeparator(scalar)
    }
    return result
  }

  /// Handles ASCII keys without Unicode tables; nil for other keys and for very long ones.
  private static func joinedASCII(_ key: String, separator: Unicode.Scalar, isCapitalized: Bool) -> String? {
    var key = key
    let separator = UInt8(truncatingIfNeeded: separator.value)
    return key.withUTF8 { bytes in
      guard bytes.count <= 256, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      // SAFETY: at most two bytes are written for each byte of the key.
      return String(unsafeUninitializedCapacity: bytes.count * 2) { result in
        var count = 0
        var startsWord = true
        for index in 0..<bytes.count {
          let byte = bytes[index]
          let isUpper = isUpper(byte)
          let follows = index > 0 && !isSeparator(bytes[index - 1])
          let endsRun = index + 1 < bytes.count && isLower(bytes[index + 1])
          if follows, isUpper, endsRun || !self.isUpper(bytes[index - 1]) {
            result[count] = separator
            count += 1
            startsWord = true
          }
          let isCapital = startsWord && isCapitalized
          result[count] = isCapital ? (isLower(byte) ? byte ^ 0x20 : byte) : (isUpper ? byte ^ 0x20 : byte)
          count += 1
          startsWord = startsWord && isSeparator(byte)
        }
        return count
      }
    }
  }

  private static func isUpper(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }

  private static func isLower(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }

  /// Returns the words joined without separators and capitalized from the second word.
  static func camelCased(_ key: String, separator: Unicode.Scalar, isCapitalized: Bool) -> String {
    let scalars = key.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSeparator($0) }),
      let last = scalars.lastIndex(where: { !isSeparator($0) })
    else { return key }
    let words = scalars[first...last].split(separator: separator)
    guard words.count > 1 || isCapitalized else { return key }
    var result = String(scalars[..<first])
    for (index, word) in words.enumerated() {
      for (position, scalar) in word.enumerated() {
        let isCapital = index > 0 && position == 0
        result += isCapital ? scalar.properties.titlecaseMapping : scalar.properties.lowercaseMapping
      }
    }
    return result + String(scalars[scalars.index(after: last)...])
  }

  /// Returns true when a word starts at an index: at an uppercase letter after another character, or at the last
  /// uppercase letter of a run before a lowercase one.
  private static func startsNewWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = scalars[index]
    guard !isSeparator(scalar) else { return false }
    let isCapital = scalar.properties.isUppercase
    if isCapital, !scalars[index - 1].properties.isUppercase { return true }
    guard isCapital, index + 1 < scalars.count else { return false }
    return scalars[index + 1].properties.isLowercase
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "-"
  }
}
