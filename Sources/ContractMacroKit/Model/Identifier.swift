import SwiftParser
import SwiftSyntax

/// A name without backticks, and its spellings in Swift source.
struct Identifier: Hashable {
  /// The bare name, such as `in` or `list`.
  let name: String

  init(_ name: String) {
    self.name = name
  }

  /// Creates the name of a token, which may have backticks.
  init(_ token: TokenSyntax) {
    let text = token.text
    let isQuoted = text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`")
    self.name = isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// True for a raw identifier (SE-0451), such as `X-Request-ID`, which always needs backticks.
  var isRaw: Bool { !Self.isWord(name) && !name.isValidSwiftIdentifier(for: .variableName) }

  /// The spelling where a variable, function or type is declared or used.
  var source: String { Self.isPlain(name) ? name : "`\(name)`" }

  /// The name as a static member. `E.self`, `E.Type` and `E.Protocol` have another meaning, even with backticks.
  var staticMember: Identifier { ["self", "Type", "Protocol"].contains(name) ? suffixed("_") : self }

  /// The spelling as a case, inside a function of its enum.
  var enumCase: String { ["init", "self", "Type", "Protocol"].contains(name) ? "." + source : "Self." + source }

  /// The spelling as a label in a call, where most keywords need no backticks. The compiler warns about superfluous ones.
  var label: String { Self.isWord(name) && !["inout", "_"].contains(name) ? name : source }

  /// The spelling as the label of a declared parameter that has another name.
  var declaredLabel: String { ["let", "var"].contains(name) ? source : label }

  /// The name of the local variable in generated code.
  var local: String { Self.isPlain("__" + name) ? "__" + name : "`__\(name)`" }

  /// Returns the capitalized name after `prefix`, such as `mockList`.
  func prefixed(_ prefix: String) -> Identifier { Identifier(prefix + capitalized) }

  /// Returns the capitalized name before `suffix`, such as `ListInput`.
  func capitalized(suffix: String) -> Identifier { Identifier(capitalized + suffix) }

  /// Returns the name before `suffix`, such as `listCalls`.
  func suffixed(_ suffix: String) -> Identifier { Identifier(name + suffix) }

  /// Returns the name followed by another name, capitalized, such as `listLimit`.
  func appending(_ other: Identifier) -> Identifier { Identifier(name + other.capitalized) }

  private var capitalized: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Returns true for a name that can be declared as a variable without backticks.
  private static func isPlain(_ name: String) -> Bool {
    // Most names are plain words; the parser is called only for the rest.
    isWord(name) ? !reservedWords.contains(name) : name.isValidSwiftIdentifier(for: .variableName)
  }

  /// Returns true for ASCII letters, digits and underscores without a leading digit.
  private static func isWord(_ name: String) -> Bool {
    guard let first = name.utf8.first, first > UInt8(ascii: "9") else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  /// Words that have another meaning without backticks.
  private static let reservedWords: Set<String> = [
    "_", "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
