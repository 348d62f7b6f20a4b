internal import ContractHTTP

/// The syntax of URIs (RFC 3986).
enum URIText {
  /// Returns true for a URI with a scheme (section 3).
  static func isURI(_ text: String) -> Bool {
    guard let colon = firstMark(text), text.utf8[colon] == UInt8(ascii: ":") else { return false }
    return isScheme(text.utf8[..<colon]) && isRest(text.utf8[text.utf8.index(after: colon)...])
  }

  /// Returns true for a URI or a relative reference (section 4.1). The first segment of a relative path has no colon.
  static func isReference(_ text: String) -> Bool {
    guard let mark = firstMark(text), text.utf8[mark] == UInt8(ascii: ":") else { return isRest(text.utf8[...]) }
    return isURI(text)
  }

  /// Returns the first character that ends a scheme or the first segment of a path.
  private static func firstMark(_ text: String) -> String.Index? { text.utf8.firstIndex { ":/?#".utf8.contains($0) } }

  private static func isScheme(_ scheme: Substring.UTF8View) -> Bool {
    guard let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Returns true for a valid sequence of authority, path, query and fragment: it has only allowed characters, at most one
  /// `#`, brackets only around the host, and only digits in the port.
  private static func isRest(_ rest: Substring.UTF8View) -> Bool {
    var bytes = Array(rest)[...]
    if bytes.starts(with: "//".utf8) {
      let authority = bytes.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard isAuthority(authority) else { return false }
      bytes = bytes.dropFirst(2 + authority.count)
    }
    let parts = bytes.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { hasOnly($0, "-._~!$&'()*+,;=:@/?") }
  }

  private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
    let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.last else { return false }
    if parts.count == 2, !hasOnly(parts[0], "-._~!$&'()*+,;=:") { return false }
    var port = host.drop { $0 != UInt8(ascii: ":") }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")), host.index(after: end) - host.startIndex > 2,
        hasOnly(host[(host.startIndex + 1)..<end], "-._~!$&'()*+,;=:")
      else { return false }
      port = host[(end + 1)...]
      if let first = port.first, first != UInt8(ascii: ":") { return false }
    } else if !hasOnly(host[..<port.startIndex], "-._~!$&'()*+,;=") {
      return false
    }
    return port.dropFirst().allSatisfy(isDigit)
  }

  /// Returns true for letters, digits, percent-encoded bytes and these marks.
  private static func hasOnly(_ text: ArraySlice<UInt8>, _ marks: String) -> Bool {
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, rest.prefix(2).allSatisfy({ HexDigit.value($0) != nil }) else { return false }
        rest = rest.dropFirst(2)
      } else if !isLetter(byte), !isDigit(byte), !marks.utf8.contains(byte) {
        return false
      }
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
