/// The words of a key: from `camelCase` to words with separators, and back.
enum KeyWords {
  /// The words in lower case, or with capitals, with separators between them.
  static func joined(_ key: String, separator: Unicode.Scalar, isCapitalized: Bool) -> String {
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

  /// The words from the second on with capitals, and nothing between them.
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

  /// True when a word starts at an index: at a capital behind anything else, and at the last capital (or other
  /// character) of a run that a small letter follows.
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
