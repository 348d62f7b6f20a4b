/// The entity tags of a condition: `*`, or a list (RFC 9110 §13.1).
public enum EntityTags: Hashable, Sendable {
  /// `*`: any existing representation.
  case any
  /// One of these tags.
  case these([EntityTag])

  /// Reads the header lines of a condition; nil without a line.
  ///
  /// - Returns: the tags, and whether all members of the list are valid. Invalid members match nothing.
  package static func parsing(_ lines: [String]) -> (tags: EntityTags, isValid: Bool)? {
    guard !lines.isEmpty else { return nil }
    if lines == ["*"] { return (.any, true) }
    var tags: [EntityTag] = []
    var isValid = true
    for member in lines.flatMap(members) {
      if let tag = EntityTag(parsing: member) { tags.append(tag) } else { isValid = isValid && member.isEmpty }
    }
    return (.these(tags), isValid && !tags.isEmpty)
  }

  /// Splits a list at commas outside quotes. A backslash in a tag is not an escape.
  private static func members(_ line: String) -> [Substring] {
    var isQuoted = false
    return line.split(whereByte: { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }).map(\.withoutOuterSpace)
  }

  /// Returns true for `*`, and for a list with a tag that satisfies `isPresent`.
  package func contains(where isPresent: (EntityTag) -> Bool) -> Bool {
    switch self {
    case .any: true
    case .these(let tags): tags.contains(where: isPresent)
    }
  }

  /// The value of the header.
  var text: String {
    switch self {
    case .any: "*"
    case .these(let tags): tags.map(\.description).joined(separator: ", ")
    }
  }
}
