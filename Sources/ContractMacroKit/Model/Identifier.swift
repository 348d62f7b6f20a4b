import SwiftParser
import SwiftSyntax

/// A name as a person reads it, without backticks, and the spellings that Swift wants for it.
struct Identifier: Hashable {
  /// The bare name, such as `in` or `list`.
  let name: String

  init(_ name: String) {
    self.name = name
  }

  /// The name of a token, which may be written in backticks.
  init(_ token: TokenSyntax) {
    let text = token.text
    let isQuoted = text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
    self.name = isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// True for a raw identifier (SE-0451), such as `X-Request-ID`, which is no name without its backticks.
  var isRaw: Bool { !Self.isWord(name) && !name.isValidSwiftIdentifier(for: .variableName) }

  /// The name where a variable, function or type is declared or used.
  var source: String { Self.isPlain(name) ? name : "`\(name)`" }

  /// The name of a static member for it: `E.self`, `E.Type` and `E.Protocol` mean something else, with backticks too.
  var staticMember: Identifier { ["self", "Type", "Protocol"].contains(name) ? suffixed("_") : self }

  /// The name as a case of an enum, in a function of the enum.
  var enumCase: String { ["init", "self", "Type", "Protocol"].contains(name) ? "." + source : "Self." + source }

  /// The name as the label of an argument, where almost every keyword may stand bare.
  var label: String {
    Self.isWord(name) && !["inout", "let", "var", "_"].contains(name) ? name : source
  }

  /// The name of the local variable that generated code keeps for it.
  var local: String { Self.isPlain("__" + name) ? "__" + name : "`__\(name)`" }

  /// The name with `prefix` and a capital, such as `mockList`.
  func prefixed(_ prefix: String) -> Identifier { Identifier(prefix + capitalized) }

  /// The name with a capital and `suffix`, such as `ListInput`.
  func capitalized(suffix: String) -> Identifier { Identifier(capitalized + suffix) }

  /// The name with `suffix`, such as `listCalls`.
  func suffixed(_ suffix: String) -> Identifier { Identifier(name + suffix) }

  /// The name followed by another one with a capital, such as `listLimit`.
  func appending(_ other: Identifier) -> Identifier { Identifier(name + other.capitalized) }

  private var capitalized: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// True for a name that needs no backticks where a variable is declared.
  private static func isPlain(_ name: String) -> Bool {
    // Most names are plain words; only the rest is worth asking the parser.
    isWord(name) ? !reservedWords.contains(name) : name.isValidSwiftIdentifier(for: .variableName)
  }

  /// True for ASCII letters, digits and underscores with no digit in front.
  private static func isWord(_ name: String) -> Bool {
    guard let first = name.utf8.first, first > UInt8(ascii: "9") else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  /// Words that Swift takes for something else without backticks.
  private static let reservedWords: Set<String> = [
    "_", "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
