public import Contract

extension HTTPResponse {
  /// Where a link of the response leads (`Link`, RFC 8288), as it stands there; nil without one of the relation.
  ///
  /// ```swift
  /// response.link("next")          // Link: </users?page=3>; rel="next", </users>; rel="first"
  /// ```
  ///
  /// A reference may be relative: ``APIClient/at(_:)`` calls it.
  public func link(_ relation: String) -> String? {
    for line in fields.values("Link") {
      var parser = LinkParser(line.rawValue)
      while let link = parser.next() {
        // Of another resource than the response (RFC 8288 §3.2).
        if link.hasAnchor { continue }
        let isWanted = link.relations.contains { $0.lowercased() == relation.lowercased() }
        if isWanted { return link.target }
      }
    }
    return nil
  }
}

/// Reads the links of a `Link` field; ends at what is none.
private struct LinkParser {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> (target: String, relations: [Substring], hasAnchor: Bool)? {
    rest = rest.drop { $0 == "," || $0.isWhitespace }
    guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
    let target = String(rest.dropFirst().prefix(upTo: end))
    rest = rest[end...].dropFirst()
    var relations: [Substring]?
    var hasAnchor = false
    while take(";") {
      let name = takeToken()
      let value = take("=") ? takeValue() : ""
      // Of several the first counts (RFC 8288 §3.3).
      if name.lowercased() == "rel", relations == nil { relations = value.split(separator: " ") }
      if name.lowercased() == "anchor" { hasAnchor = true }
    }
    return (target, relations ?? [], hasAnchor)
  }

  private mutating func take(_ character: Character) -> Bool {
    rest = rest.drop(while: \.isWhitespace)
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeToken() -> Substring {
    rest = rest.drop(while: \.isWhitespace)
    let token = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," && !$0.isWhitespace }
    rest = rest[token.endIndex...]
    return token
  }

  private mutating func takeValue() -> Substring {
    guard take("\"") else { return takeToken() }
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      guard let taken = character == "\\" ? rest.popFirst() : character else { break }
      value.append(taken)
    }
    return value[...]
  }
}
