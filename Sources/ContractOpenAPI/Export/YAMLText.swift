internal import ContractCoding

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
    if case .string(let string) = value { return scalar(string) }
    return value.description
  }

  /// Words that YAML reads as another type than a string.
  private static let reserved: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]

  /// Returns a string as a plain word if every reader reads it as a string, and quoted otherwise.
  private static func scalar(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, isLetter(first) || first == UInt8(ascii: "$") || first == UInt8(ascii: "/"),
      bytes.allSatisfy(isWord), !reserved.contains(text.lowercased())
    else { return JSONValue.string(text).description }
    return text
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == 0x2D || byte == 0x2E || byte == 0x2F || byte == 0x5F
      || byte == 0x24
  }
}
