internal import ContractHTTP

/// The syntax of the `Cookie` header (RFC 6265 §4.2.1).
enum CookiePairs {
  /// Returns the values of a cookie in order, without enclosing quotation marks.
  static func values(_ name: String, in head: RequestHead) -> [ArraySlice<UInt8>] {
    head.allBytes(of: .cookie).flatMap { $0.split(separator: 0x3B) }.compactMap { pair in
      let pair = pair.drop { $0 == 0x20 || $0 == 0x09 }
      guard let equals = pair.firstIndex(of: 0x3D), pair[..<equals].elementsEqual(name.utf8) else { return nil }
      var value = pair[pair.index(after: equals)...]
      while value.last == 0x20 || value.last == 0x09 { value.removeLast() }
      if value.count > 1, value.first == 0x22, value.last == 0x22 { value = value.dropFirst().dropLast() }
      return value
    }
  }

  /// Returns true when every byte is a `cookie-octet` (RFC 6265 §4.1.1).
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
      default: false
      }
    }
  }

  /// Returns true for a valid name of a cookie, which is a token (RFC 6265 §4.1.1).
  static func isName(_ name: String) -> Bool { HTTPFieldName(name) != nil }
}

extension HTTPFields {
  /// Adds a pair to the `Cookie` header. The name and the value must be valid.
  mutating func appendCookie(_ name: String, _ value: String) {
    let others = values(.cookie).map { "\($0.rawValue); " }.joined()
    self[.cookie] = HTTPFieldValue(unchecked: "\(others)\(name)=\(value)")
  }
}
