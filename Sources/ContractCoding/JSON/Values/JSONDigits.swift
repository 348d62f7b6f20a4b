/// A JSON number with its digits as written: `1`, `1.0` and `1e0` are different.
public struct JSONDigits: Hashable, Sendable, CustomStringConvertible {
  /// The number as JSON text.
  public let description: String

  /// Creates a number from digits that the parser has checked.
  init(checked text: String) {
    description = text
  }

  /// Creates an integer.
  public init(_ value: some FixedWidthInteger) {
    description = String(value)
  }

  /// Creates the number with the shortest digits that identify a value; nil for infinities and NaN.
  public init?(_ value: Double) {
    var bytes: [UInt8] = []
    guard JSONText.append(value, to: &bytes) else { return nil }
    description = String(decoding: bytes, as: UTF8.self)
  }

  /// Creates a number from JSON text; nil if it is not a JSON number.
  public init?(_ text: String) {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20,
      let document = try? JSONDocument(Array(text.utf8)),
      [.integer, .real].contains(document.tape.entries[0].kind), document.tape.entries[0].length == text.utf8.count
    else { return nil }
    description = text
  }

  /// The nearest `Double`; nil if out of range.
  public var double: Double? {
    withBytes { JSONNumber.double($0) }
  }

  /// Returns the number as an integer of a type; nil if it has a fraction or is out of range.
  public func integer<I: FixedWidthInteger>(as type: I.Type) -> I? {
    withBytes { try? JSONNumber.exactInteger($0, as: I.self) }
  }

  private func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var text = description
    // SAFETY: the pointer is only read, and only during the call.
    return text.withUTF8(body)
  }
}
