import ContractTestSupport

/// Random JSON texts, with spaces, escapes and number formats that no encoder writes.
enum JSONTextGenerator {
  static func value(_ generator: inout Randomness.Generator, depth: Int) -> String {
    switch Int.random(in: 0...(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return ["true", "false", "null"].randomElement(using: &generator) ?? ""
    case 1, 2: return number(&generator)
    case 3, 4, 5: return string(&generator)
    case 6:
      let elements = (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(&generator, depth: depth - 1) }
      return "[" + joined(elements, &generator) + "]"
    default:
      let count = [0, 1, 2, 5, 20].randomElement(using: &generator) ?? 0
      let members = (0..<count).map { _ in string(&generator) + colon(&generator) + value(&generator, depth: depth - 1)
      }
      return "{" + joined(members, &generator) + "}"
    }
  }

  /// An object with members of `JSONOracle.Members`, most of them valid.
  static func members(_ generator: inout Randomness.Generator, depth: Int) -> String {
    let names = [
      "s", "b", "i", "j", "k", "q", "d", "f", "z", "t", "y", "x", "u", "l", "n", "o", "p", "c", "m", "other",
    ]
    let count = Int.random(in: 0...6, using: &generator)
    let members = (0..<count).map { _ in
      let name = names.randomElement(using: &generator) ?? "s"
      return "\"\(name)\"" + colon(&generator) + member(name, &generator, depth: depth)
    }
    return "{" + joined(members, &generator) + "}"
  }

  private static func member(_ name: String, _ generator: inout Randomness.Generator, depth: Int) -> String {
    if Int.random(in: 0...19, using: &generator) == 0 { return value(&generator, depth: 1) }
    func list(_ element: (inout Randomness.Generator) -> String) -> String {
      joined((0..<Int.random(in: 0...3, using: &generator)).map { _ in element(&generator) }, &generator)
    }
    switch name {
    case "b": return Bool.random(using: &generator) ? "true" : "false"
    case "i", "q": return "\(Int.random(in: -999_999...999_999, using: &generator))"
    case "j": return "\(Int8.random(in: .min ... .max, using: &generator))"
    case "k": return "\(UInt64.random(in: 0 ... .max, using: &generator))"
    case "d", "f", "z", "t":
      return "\(Int.random(in: -99...99, using: &generator)).\(Int.random(in: 0...99, using: &generator))"
    case "y": return "\"\(["", "YQ==", "YWI=", "YWJj"].randomElement(using: &generator) ?? "")\""
    case "x": return "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5\(Int.random(in: 0...9, using: &generator))\""
    case "u": return "\"http://example.org/\(Int.random(in: 0...9, using: &generator))?a=b\""
    case "l": return "[" + list { "\(Int.random(in: -9...9, using: &$0))" } + "]"
    case "n": return "[" + list { Bool.random(using: &$0) ? "null" : string(&$0) } + "]"
    case "o": return "{" + list { string(&$0) + ":\(Int.random(in: -9...9, using: &$0)).5" } + "}"
    case "p": return "{" + list { "\"\(Int.random(in: -99...99, using: &$0))\":" + string(&$0) } + "}"
    case "c":
      let choices = [#"{"none":{}}"#, #"{"one":{"_0":3}}"#, #"{"two":{"a":"x","b":[]}}"#, #"{"none":{},"one":{}}"#]
      return choices.randomElement(using: &generator) ?? ""
    case "m": return depth > 0 ? "[" + list { members(&$0, depth: depth - 1) } + "]" : "[]"
    default: return value(&generator, depth: 1)
    }
  }

  static func number(_ generator: inout Randomness.Generator) -> String {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    text +=
      Bool.random(using: &generator)
      ? "0" : "\(Int.random(in: 1...9, using: &generator))" + digits(.random(in: 0...20, using: &generator))
    if Bool.random(using: &generator) { text += "." + digits(.random(in: 1...20, using: &generator)) }
    if Int.random(in: 0...3, using: &generator) == 0 {
      text += ["e", "E", "e+", "E-", "e-"].randomElement(using: &generator) ?? ""
      text += digits(.random(in: 1...3, using: &generator))
    }
    return text
  }

  static func string(_ generator: inout Randomness.Generator) -> String {
    var text = "\""
    for scalar in RandomValue.string(&generator).unicodeScalars {
      let escape = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{8}": "\\b", "/": "\\/"][scalar]
      if let escape, Bool.random(using: &generator) || escape.utf8.count == 2 && scalar != "/" {
        text += escape
      } else if scalar.value < 0x20 || Int.random(in: 0...7, using: &generator) == 0 {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func joined(_ parts: [String], _ generator: inout Randomness.Generator) -> String {
    let space = ["", "", "", " ", "\n\t", "\r\n"].randomElement(using: &generator) ?? ""
    return space + parts.joined(separator: space + ",") + space
  }

  private static func colon(_ generator: inout Randomness.Generator) -> String {
    [":", ":", " : ", ": "].randomElement(using: &generator) ?? ":"
  }
}
