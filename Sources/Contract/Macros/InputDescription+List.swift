extension InputDescription {
  /// Parses a list of inputs, one per line: the location, `*` for a dictionary with separate entries, `?` if the input
  /// may be absent, a space, `=` if the name is explicit, the name, `:` and the type.
  ///
  /// ```
  /// path id: Int
  /// query? limit: Int
  /// body =due_on: Date
  /// ```
  ///
  /// Generated code uses this form because the compiler processes one literal much faster than an array of values.
  /// Traps on a malformed line.
  public static func list(_ text: String) -> [InputDescription] {
    // Parse bytes instead of characters, so that starting a server does not load the Unicode tables.
    Array(text.utf8).split(separator: UInt8(ascii: "\n")).map { line in
      guard let description = InputDescription(line: line) else {
        preconditionFailure("malformed input `\(Self.text(line))`; write it like `query? limit: Int`")
      }
      return description
    }
  }

  /// Parses one line of a list; nil if it is malformed.
  private init?(line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, let separator = Self.separator(in: words[1]) else { return nil }
    var word = words[0]
    func take(_ mark: Unicode.Scalar) -> Bool {
      guard word.last == UInt8(ascii: mark) else { return false }
      word.removeLast()
      return true
    }
    let isRequired = !take("?")
    let isDictionary = take("*")
    guard let location = ParameterLocation(rawValue: Self.text(word)) else { return nil }
    let isExact = words[1].first == UInt8(ascii: "=")
    let name = words[1][..<separator].dropFirst(isExact ? 1 : 0)
    self.init(
      location, Self.text(name), type: Self.text(words[1][(separator + 2)...]),
      isRequired: isRequired, isExact: isExact, isDictionary: isDictionary)
  }

  /// Returns the index of the `: ` after a name.
  private static func separator(in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: " ") { return index }
      index += 1
    }
    return nil
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
