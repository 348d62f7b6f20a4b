import ContractHTTP

/// The `Content-Disposition` header of a form part (RFC 7578 §4.2).
package struct ContentDisposition {
  package private(set) var name: String?
  private(set) var fileName: String?
  /// The values of `name*` and `filename*` (RFC 8187), which take precedence.
  private var extendedName: String?
  private var extendedFileName: String?

  /// Parses the value of the header; nil when it is not `form-data`, a parameter is repeated or invalid, or a name is
  /// not UTF-8.
  package init?(_ value: ArraySlice<UInt8>) {
    var rest = value
    let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
    let type = rest[..<end].withoutOuterSpace
    guard type.elementsEqual("form-data".utf8, by: { HTTPToken.lowercased($0) == $1 }) else { return nil }
    rest = rest[end...]
    var seen: Set<String> = []
    while let semicolon = rest.first {
      guard semicolon == UInt8(ascii: ";") else { return nil }
      rest = rest.dropFirst().drop(while: Self.isSpace)
      // Some clients add a semicolon at the end.
      if rest.isEmpty { break }
      guard let key = Self.takeName(&rest), seen.insert(key).inserted, let value = Self.takeValue(&rest, of: key) else {
        return nil
      }
      guard set(key, value) else { return nil }
    }
    name = extendedName ?? name
    fileName = extendedFileName ?? fileName
  }

  private mutating func set(_ key: String, _ value: [UInt8]) -> Bool {
    switch key {
    case "name":
      name = Self.text(value)
      return name != nil
    case "filename":
      fileName = Self.text(value)
      return fileName != nil
    case "name*":
      extendedName = Self.extendedText(value)
      return extendedName != nil
    case "filename*":
      extendedFileName = Self.extendedText(value)
      return extendedFileName != nil
    default: return true
    }
  }

  // MARK: - Reading parameters

  /// Consumes a parameter's name and its `=`.
  private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String? {
    let name = rest.prefix(while: HTTPToken.contains)
    rest = rest[name.endIndex...].drop(while: isSpace)
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst().drop(while: isSpace)
    return String(decoding: name, as: UTF8.self).lowercasedASCII
  }

  /// Consumes a parameter's value up to the next semicolon. Only quoted values have escapes.
  private static func takeValue(_ rest: inout ArraySlice<UInt8>, of key: String) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "\"") else {
      let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
      defer { rest = rest[end...] }
      return Array(rest[..<end].withoutOuterSpace)
    }
    rest = rest.dropFirst()
    var hasEscapedQuote = false
    var index = rest.startIndex
    while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
      if rest[index] == UInt8(ascii: "\\"), isEscapedQuote(rest[(index + 1)...]) {
        hasEscapedQuote = true
        index += 1
      }
      index += 1
    }
    guard index < rest.endIndex else { return nil }
    let value = rest[..<index]
    rest = rest[(index + 1)...].drop(while: isSpace)
    if hasEscapedQuote { return DispositionEscapes.withoutBackslashes(value) }
    return key.ends(withBytes: "*") ? Array(value) : DispositionEscapes.withoutPercents(value)
  }

  /// Returns true when the quotation mark after a backslash belongs to the value.
  ///
  /// HTML forms do not escape backslashes, so the mark may also end the value. The mark ends the value when nothing, or one
  /// more parameter, follows.
  private static func isEscapedQuote(_ rest: ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: "\"") else { return false }
    var following = rest.dropFirst().drop(while: isSpace)
    guard let next = following.first else { return false }
    guard next == UInt8(ascii: ";") else { return true }
    following = following.dropFirst().drop(while: isSpace)
    return !following.isEmpty && takeName(&following) == nil
  }

  /// Decodes `UTF-8'language'percent-encoded` (RFC 8187 §3.2); nil for other charsets.
  private static func extendedText(_ value: [UInt8]) -> String? {
    let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("utf-8".utf8, by: { HTTPToken.lowercased($0) == $1 }) else {
      return nil
    }
    return PercentEncoding.decode(parts[2])
  }

  private static func text(_ value: [UInt8]) -> String? { String(validating: value, as: UTF8.self) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
