import FoundationEssentials

extension URLFormDecodeContext {
  /// Reads any value: those known here directly, the rest through `Decodable`.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    do throws(URLFormFault) {
      if let value = try scalar(T.self, at: index) { return value }
    } catch {
      throw decodingError(error, T.self, at: index)
    }
    return try absently(T.self, at: index) {
      try T(from: URLFormValueDecoder(context: self, index: index))
    }
  }

  /// Reads a value of a type known here; nil for every other type.
  func scalar<T>(_ type: T.Type, at index: Int) throws(URLFormFault) -> T? {
    guard let scalar = JSONScalarType(T.self), !scalar.isArray else { return nil }
    let text = try text(at: index)
    guard let value = try value(scalar, of: text) as? T else { throw .invalid }
    return value
  }

  private func value(_ type: JSONScalarType, of text: String) throws(URLFormFault) -> Any? {
    switch type {
    case .string: text
    case .bool: try bool(text)
    case .double: try number(Double.self, text)
    case .float: try number(Float.self, text)
    case .int: try integer(Int.self, text)
    case .int8: try integer(Int8.self, text)
    case .int16: try integer(Int16.self, text)
    case .int32: try integer(Int32.self, text)
    case .int64: try integer(Int64.self, text)
    case .int128: try integer(Int128.self, text)
    case .uint: try integer(UInt.self, text)
    case .uint8: try integer(UInt8.self, text)
    case .uint16: try integer(UInt16.self, text)
    case .uint32: try integer(UInt32.self, text)
    case .uint64: try integer(UInt64.self, text)
    case .uint128: try integer(UInt128.self, text)
    case .date: options.dates.date(from: text)
    case .data: data(text)
    case .uuid: UUID(uuidString: text)
    case .url: URL(string: text)
    case .decimal: try decimal(text)
    case .strings, .ints, .doubles, .bytes: nil
    }
  }

  private func bool(_ text: String) throws(URLFormFault) -> Bool {
    if case .custom(let yes, let no) = options.bools {
      if text == yes { return true }
      if text == no { return false }
    }
    switch text.lowercased() {
    case "true", "t", "yes", "y", "1": return true
    case "false", "f", "no", "n", "0": return false
    default: throw .type
    }
  }

  private func integer<I: FixedWidthInteger>(_ type: I.Type, _ text: String) throws(URLFormFault) -> I {
    if let value = I(text) { return value }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let isInteger =
      !digits.isEmpty && text.utf8.count - digits.count <= 1
      && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    throw isInteger ? .invalid : .type
  }

  private func number<F: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: F.Type, _ text: String
  ) throws(URLFormFault) -> F {
    guard let value = F(text) else { throw .type }
    // Infinity is spelled out; digits that lead to it are too many.
    if value.isInfinite, Self.isDecimalNumber(text) { throw .invalid }
    return value
  }

  private func decimal(_ text: String) throws(URLFormFault) -> Decimal {
    guard Self.isDecimalNumber(text) else { throw .type }
    guard let value = Decimal(string: text), value.isFinite else { throw .invalid }
    return value
  }

  private func data(_ text: String) -> Data? {
    switch options.data {
    case .base64: Data(base64Encoded: text)
    case .custom(_, let decode): decode(text)
    }
  }

  /// True for a sign, digits with at most one point, and an exponent, of which only digits are required.
  private static func isDecimalNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
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
