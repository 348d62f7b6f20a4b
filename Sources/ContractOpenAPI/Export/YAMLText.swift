internal import ContractCoding
internal import ContractHTTP

/// YAML 1.2 in block style. Strings are quoted as JSON unless they are plain words.
enum YAMLText {
  static func text(of value: JSONValue) -> String {
    var text = ""
    append(value, at: 0, to: &text)
    return text
  }

  /// Appends a value that starts at the beginning of a line.
  private static func append(_ value: JSONValue, at depth: Int, to text: inout String) {
    let indentation = String(repeating: "  ", count: depth)
    switch value {
    case .object(let object) where !object.isEmpty:
      for member in object {
        text += indentation + scalar(member.name) + ":"
        appendMember(member.value, at: depth + 1, to: &text)
      }
    case .array(let elements) where !elements.isEmpty:
      for element in elements {
        guard element.isContainer else {
          text += "\(indentation)- \(plain(element))\n"
          continue
        }
        // The first line of the element follows the dash.
        var inner = ""
        append(element, at: depth + 1, to: &inner)
        text += indentation + "- " + inner.dropFirst(indentation.count + 2)
      }
    default: text += indentation + plain(value) + "\n"
    }
  }

  private static func appendMember(_ value: JSONValue, at depth: Int, to text: inout String) {
    guard value.isContainer else {
      text += " \(plain(value))\n"
      return
    }
    text += "\n"
    append(value, at: depth, to: &text)
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let string): scalar(string)
    case .number(let digits): number(digits.description)
    default: value.description
    }
  }

  /// Returns a number that readers of YAML 1.1 do not read as a string: next to an exponent, they expect a point and a sign.
  private static func number(_ digits: String) -> String {
    guard let (mantissa, exponent) = digits.lowercased().cut(atByte: "e") else { return digits }
    let hasSign = exponent.starts(withByte: "-") || exponent.starts(withByte: "+")
    return "\(mantissa)\(mantissa.contains(byte: ".") ? "" : ".0")e\(hasSign ? "" : "+")\(exponent)"
  }

  /// The words that YAML does not read as strings.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]

  /// Returns a string as a plain word if every reader reads the word as a string, and in quotes otherwise.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, isLetter(first) || first == UInt8(ascii: "$") || first == UInt8(ascii: "/"),
      bytes.allSatisfy(isWord), !reserved.contains(text.lowercased())
    else { return quoted(text) }
    return text
  }

  /// Returns a string in quotes. Characters that YAML reads as ends of lines, or that readers refuse, are escaped
  /// (YAML 1.2.2 §5.1).
  private static func quoted(_ text: String) -> String {
    let json = JSONValue.string(text).description
    guard json.unicodeScalars.contains(where: isEscaped) else { return json }
    var result = ""
    for scalar in json.unicodeScalars {
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x5F
      || byte == 0x24
  }
}
