internal import ContractHTTP
import FoundationEssentials

extension URLFormDecodeContext {
  /// Decodes a value: known types directly, others through `Decodable`.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    do throws(URLFormFault) {
      if let value = try scalar(T.self, at: index) { return value }
    } catch {
      throw decodingError(error, T.self, at: index)
    }
    if let nothing = nothing(T.self, at: index) { return nothing }
    return try absently(T.self, at: index) {
      try T(from: URLFormValueDecoder(context: self, index: index))
    }
  }

  /// Decodes a value of a known type. For an array of another type, prepares the elements. Returns nil for all other
  /// types.
  func scalar<T>(_ type: T.Type, at index: Int) throws(URLFormFault) -> T? {
    guard let scalar = JSONScalarType(T.self), !scalar.isArray else {
      try prepareElements(of: T.self, at: index)
      return nil
    }
    let text = try text(at: index)
    do throws(URLFormFault) {
      return try read(scalar, text)
    } catch {
      // HTML forms send an empty value for a field left blank, so an empty value that cannot be decoded counts as missing.
      throw text.isEmpty ? .missing : error
    }
  }

  private func read<T>(_ scalar: JSONScalarType, _ text: String) throws(URLFormFault) -> T? {
    switch scalar {
    case .string: return same(text, T.self)
    case .bool: return same(try bool(text), T.self)
    case .double: return same(try number(Double.self, text), T.self)
    case .float: return same(try number(Float.self, text), T.self)
    case .int: return same(try integer(Int.self, text), T.self)
    case .int8: return same(try integer(Int8.self, text), T.self)
    case .int16: return same(try integer(Int16.self, text), T.self)
    case .int32: return same(try integer(Int32.self, text), T.self)
    case .int64: return same(try integer(Int64.self, text), T.self)
    case .int128: return same(try integer(Int128.self, text), T.self)
    case .uint: return same(try integer(UInt.self, text), T.self)
    case .uint8: return same(try integer(UInt8.self, text), T.self)
    case .uint16: return same(try integer(UInt16.self, text), T.self)
    case .uint32: return same(try integer(UInt32.self, text), T.self)
    case .uint64: return same(try integer(UInt64.self, text), T.self)
    case .uint128: return same(try integer(UInt128.self, text), T.self)
    case .date: return same(try spelled(options.dates.date(from: text)), T.self)
    case .data: return same(try spelled(data(text)), T.self)
    case .uuid: return same(try spelled(UUIDText.uuid(text)), T.self)
    case .url: return same(try spelled(URL(string: text)), T.self)
    case .decimal: return same(try decimal(text), T.self)
    case .strings, .ints, .doubles, .bytes: return nil
    }
  }

  private func spelled<V>(_ value: V?) throws(URLFormFault) -> V {
    guard let value else { throw .invalid }
    return value
  }

  private func bool(_ text: String) throws(URLFormFault) -> Bool {
    if case .custom(let yes, let no) = options.bools {
      if text == yes { return true }
      if text == no { return false }
    }
    switch text.lowercasedASCII {
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
    // A string that is not a decimal number may only spell infinity or NaN; finite numbers in other bases are refused.
    // A decimal number that is too large becomes infinite, and is invalid.
    guard text.isDecimalNumber else {
      if value.isFinite { throw .type }
      return value
    }
    if value.isInfinite { throw .invalid }
    return value
  }

  private func decimal(_ text: String) throws(URLFormFault) -> Decimal {
    guard text.isDecimalNumber else { throw .type }
    guard let value = DecimalText.decimal(text) else { throw .invalid }
    return value
  }

  private func data(_ text: String) -> Data? {
    switch options.data {
    case .base64: Data(base64Encoded: text)
    case .custom(_, let decode): decode(text)
    }
  }
}
