extension String {
  /// The width of the text in terminal columns: two for wide East Asian characters and emoji, none for combining marks.
  public var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// The text on one line. Characters that control a terminal are replaced by `�`.
  public var displayable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.steersTerminal ? "\u{FFFD}" : $0 }))
  }
}

extension Character {
  fileprivate var displayWidth: Int {
    if unicodeScalars.contains(where: { $0.isWide || $0 == "\u{FE0F}" }) { return 2 }
    return unicodeScalars.allSatisfy(\.takesNoColumn) ? 0 : 1
  }
}

extension Unicode.Scalar {
  /// True for control characters, line separators, and characters that change the direction of text.
  fileprivate var steersTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
  }

  fileprivate var takesNoColumn: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  /// True for most wide and full-width blocks of Unicode's East Asian Width (UAX #11), and for emoji.
  fileprivate var isWide: Bool {
    if properties.isEmojiPresentation { return true }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
