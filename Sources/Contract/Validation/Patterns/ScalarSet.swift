/// A set of Unicode scalars in a regular expression.
struct ScalarSet: Sendable {
  /// A predefined class of scalars.
  enum Class: Sendable {
    case digit
    case word
    case space
    case horizontalSpace
    case newline
    /// A general category or group of categories, such as `Lu` or `L`.
    case category(String)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: ("0"..."9").contains(scalar)
      case .word: Self.isWord(scalar)
      case .space: scalar.properties.isWhitespace
      case .horizontalSpace: scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
      case .newline: ("\n"..."\r").contains(scalar) || scalar == "\u{85}" || ("\u{2028}"..."\u{2029}").contains(scalar)
      case .category(let name): scalar.properties.generalCategory.letters.utf8.starts(with: name.utf8)
      }
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
    }
  }

  private var ranges: [ClosedRange<Unicode.Scalar>] = []
  private var classes: [(kind: Class, isNegated: Bool)] = []
  private var isNegated = false
  private var ignoresCase = false
  /// The members below 128 as a bit set.
  private var low: (UInt64, UInt64) = (0, 0)

  /// Creates a set from ranges and classes.
  init(
    ranges: [ClosedRange<Unicode.Scalar>] = [], classes: [(kind: Class, isNegated: Bool)] = [],
    isNegated: Bool = false, ignoresCase: Bool = false
  ) {
    self.ranges = ranges
    self.classes = classes
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    for value in UInt8(0)..<128 where holds(Unicode.Scalar(value)) {
      if value < 64 { low.0 |= 1 << UInt64(value) } else { low.1 |= 1 << UInt64(value - 64) }
    }
  }

  /// Returns true for a member.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return low.0 >> UInt64(value) & 1 == 1 }
    if value < 128 { return low.1 >> UInt64(value - 64) & 1 == 1 }
    return holds(scalar)
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    guard ignoresCase else { return names(scalar) != isNegated }
    let cases =
      [scalar] + [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].compactMap(Self.only)
    return cases.contains(where: names) != isNegated
  }

  private func names(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) } || classes.contains { $0.kind.contains(scalar) != $0.isNegated }
  }

  private static func only(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}

extension Unicode.GeneralCategory {
  /// The two-letter abbreviation of the category (Unicode Standard, table 4-4).
  fileprivate var letters: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }

  /// The abbreviations of all categories and groups of categories.
  static let names: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs", "Co", "Cn",
  ]
}
