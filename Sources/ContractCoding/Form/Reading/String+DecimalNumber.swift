extension String {
  /// True for a decimal number: an optional sign, digits with at most one point, and an optional exponent.
  package var isDecimalNumber: Bool {
    var rest = utf8[...]
    func dropDigits() -> Int {
      let before = rest.count
      rest = rest.drop { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      return before - rest.count
    }
    func dropSign() {
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    }
    dropSign()
    var digits = dropDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += dropDigits()
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      dropSign()
      guard dropDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
