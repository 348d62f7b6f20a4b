extension InputDescription {
  /// The inputs that `text` lists, one a line: the place, `*` for a dictionary of entries with names of their own, `?` when the
  /// input may be absent, the name, after `=` when it is given explicitly, `:` and the type.
  ///
  /// ```
  /// path id: Int
  /// query? limit: Int
  /// body =due_on: Date
  /// ```
  ///
  /// Generated code says its inputs this way, because the compiler reads one literal much faster than an array of
  /// values. Traps on a line of another form.
  public static func list(_ text: String) -> [InputDescription] {
    // Bytes are enough to find the separators, and keep the tables of Unicode out of a server's start.
    Array(text.utf8).split(separator: UInt8(ascii: "\n")).map { line in
      guard let description = InputDescription(line: line) else {
        preconditionFailure("`\(Self.text(line))` does not describe an input; write `query? limit: Int`")
      }
      return description
    }
  }

  /// One line of a list; nil when it has another form.
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
    guard let place = InputPlace(rawValue: Self.text(word)) else { return nil }
    let isExact = words[1].first == UInt8(ascii: "=")
    let name = words[1][..<separator].dropFirst(isExact ? 1 : 0)
    self.init(
      place, Self.text(name), type: Self.text(words[1][(separator + 2)...]),
      isRequired: isRequired, isExact: isExact, isDictionary: isDictionary)
  }

  /// Where a name ends, which `: ` follows.
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
