internal import ContractHTTP

extension HTTPResponse {
  /// Returns the target of a `Link` header with the given relation (RFC 8288); nil if there is none.
  ///
  /// ```swift
  /// response.link("next")          // Link: </users?page=3>; rel="next", </users>; rel="first"
  /// ```
  ///
  /// The target may be relative; ``APIClient/at(_:)`` accepts it.
  public func link(_ relation: String) -> String? {
    for line in fields.values("Link") {
      var parser = LinkParser(line.rawValue)
      while let link = parser.next() {
        // Links that belong to another resource are skipped (RFC 8288 §3.2).
        if link.hasAnchor { continue }
        let isWanted = link.relations.contains { $0.lowercasedASCII == relation.lowercasedASCII }
        if isWanted { return link.target }
      }
    }
    return nil
  }
}

/// A parser of the links of a `Link` header, which stops at the first invalid link.
private struct LinkParser {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  mutating func next() -> (target: String, relations: [String], hasAnchor: Bool)? {
    rest = rest.drop { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
    guard take("<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let target = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    var relations: [String]?
    var hasAnchor = false
    while take(";") {
      let name = takeToken()
      let value = take("=") ? takeValue() : ""
      // The first `rel` wins (RFC 8288 §3.3).
      if name.lowercasedASCII == "rel", relations == nil { relations = value.split(atByte: " ").map(String.init) }
      if name.lowercasedASCII == "anchor" { hasAnchor = true }
    }
    return (target, relations ?? [], hasAnchor)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    rest = rest.drop(while: Self.isSpace)
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeToken() -> String {
    rest = rest.drop(while: Self.isSpace)
    let token = rest.prefix { !"=;,".utf8.contains($0) && !Self.isSpace($0) }
    rest = rest[token.endIndex...]
    return String(decoding: token, as: UTF8.self)
  }

  private mutating func takeValue() -> String {
    guard take("\"") else { return takeToken() }
    var value: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard let taken = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else { break }
      value.append(taken)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
