/// Source without the locations of the user's file: the lines between two directives become one line without padding,
/// except for comments and attributes.
enum Relocation {
  static func undone(_ text: String) -> String {
    var lines: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      guard line.trimmed.hasPrefix("#sourceLocation(file") else {
        lines.append(String(line))
        continue
      }
      let end = rest.firstIndex { $0.trimmed == "#sourceLocation()" } ?? rest.endIndex
      lines += joined(rest[..<end], closing: rest[end])
      rest = rest[(end + 1)...]
    }
    return lines.joined(separator: "\n")
  }

  private static func joined(_ region: ArraySlice<Substring>, closing: Substring) -> [String] {
    var region = region
    var introduction: [Substring] = []
    while let first = region.first?.trimmed, first.hasPrefix("///") || first.hasPrefix("@"), region.count > 1 {
      introduction.append(first)
      region.removeFirst()
    }
    var statement = ""
    for line in region {
      let piece = line.drop { $0 == " " }
      // Spaces at the end of a line belong to the statement.
      statement += piece
    }
    let opens = statement.hasSuffix("{")
    let indentation = closing.prefix { $0 == " " }.dropLast(opens ? 2 : 0)
    return (introduction.map(String.init) + [unpadded(statement)]).map { indentation + $0 }
  }

  /// Returns the text with one space instead of several, and none after a bracket.
  private static func unpadded(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == " ", let last = result.last, " (<[".contains(last) { continue }
      result.append(character)
    }
    if let range = result.firstRange(of: "Contract::Endpoint.init(") {
      result.replaceSubrange(range, with: "Contract::Endpoint(")
    }
    return result.hasPrefix("() = try") ? String(result.dropFirst(5)) : result
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
