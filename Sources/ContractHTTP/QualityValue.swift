/// The weight of a member of an `Accept` or `Accept-Encoding` header (RFC 9110 §12.4.2).
package enum QualityValue {
  /// Returns the thousandths of a `qvalue`; nil if invalid.
  package static func thousandths(_ text: Span<UInt8>) -> Int? {
    guard (1...5).contains(text.count), text[0] == 0x30 || text[0] == 0x31 else { return nil }
    if text.count > 1, text[1] != 0x2E { return nil }
    var (weight, unit) = (Int(text[0] - 0x30) * 1000, 100)
    for index in text.indices.dropFirst(2) {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      weight += Int(digit) * unit
      unit /= 10
    }
    return weight <= 1000 ? weight : nil
  }
}
