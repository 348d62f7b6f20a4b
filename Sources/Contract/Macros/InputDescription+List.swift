extension InputDescription {
  /// The inputs that `text` lists, one a line: the place, `?` when the input may be absent, the name, after `=` when it is
  /// given explicitly, `:` and the type.
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
    text.split(separator: "\n").map { line in
      guard let description = InputDescription(line: line) else {
        preconditionFailure("`\(line)` does not describe an input; write `query? limit: Int`")
      }
      return description
    }
  }

  /// One line of a list; nil when it has another form.
  private init?(line: Substring) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let separator = words[1].firstRange(of: ": ") else { return nil }
    let isRequired = !words[0].hasSuffix("?")
    guard let place = InputPlace(rawValue: String(isRequired ? words[0] : words[0].dropLast())) else { return nil }
    let isExact = words[1].hasPrefix("=")
    self.init(
      place, String(words[1][..<separator.lowerBound].dropFirst(isExact ? 1 : 0)),
      type: String(words[1][separator.upperBound...]), isRequired: isRequired, isExact: isExact)
  }
}
