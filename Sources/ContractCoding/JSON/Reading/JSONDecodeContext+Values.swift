import FoundationEssentials

extension JSONDecodeContext {
  /// Decodes a value: scalars and arrays of common ones directly, others through `Decodable`.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    guard let scalar = JSONScalarType(T.self) else {
      return try T(from: JSONValueDecoder(context: self, node: Int32(truncatingIfNeeded: index)))
    }
    switch scalar {
    case .strings: return same(try array(at: index) { try read(String.self, at: $0) }, T.self)
    case .ints: return same(try array(at: index) { try read(Int.self, at: $0) }, T.self)
    case .doubles: return same(try array(at: index) { try read(Double.self, at: $0) }, T.self)
    case .bytes: return same(try array(at: index) { try read(UInt8.self, at: $0) }, T.self)
    default: break
    }
    do throws(JSONScalarFault) {
      return try decode(T.self, as: scalar, at: index)
    } catch {
      throw decodingError(error, T.self, at: index)
    }
  }

  /// Decodes a scalar whose type is known to be `scalar`.
  func decode<T>(_ type: T.Type, as scalar: JSONScalarType, at index: Int) throws(JSONScalarFault) -> T {
    switch scalar {
    case .string: same(try string(at: index), T.self)
    case .bool: same(try bool(at: index), T.self)
    case .double: same(try double(at: index), T.self)
    case .float: same(try float(at: index), T.self)
    case .int: same(try integer(Int.self, at: index), T.self)
    case .int8: same(try integer(Int8.self, at: index), T.self)
    case .int16: same(try integer(Int16.self, at: index), T.self)
    case .int32: same(try integer(Int32.self, at: index), T.self)
    case .int64: same(try integer64(Int64.self, at: index), T.self)
    case .int128: same(try integer(Int128.self, at: index), T.self)
    case .uint: same(try integer(UInt.self, at: index), T.self)
    case .uint8: same(try integer(UInt8.self, at: index), T.self)
    case .uint16: same(try integer(UInt16.self, at: index), T.self)
    case .uint32: same(try integer(UInt32.self, at: index), T.self)
    case .uint64: same(try integer64(UInt64.self, at: index), T.self)
    case .uint128: same(try integer(UInt128.self, at: index), T.self)
    case .date: same(try date(at: index), T.self)
    case .data: same(try data(at: index), T.self)
    case .uuid: same(try uuid(at: index), T.self)
    case .url: same(try url(at: index), T.self)
    case .decimal: same(try decimal(at: index), T.self)
    case .strings, .ints, .doubles, .bytes: throw .type
    }
  }

  private func array<E>(at index: Int, _ read: (Int) throws -> E) throws -> [E] {
    guard tape.entries[index].kind == .array else { throw decodingError(.type, [E].self, at: index) }
    let end = Int(tape.entries[index].next)
    var values: [E] = []
    values.reserveCapacity(Int(tape.entries[index].length))
    var child = index + 1
    while child < end {
      values.append(try read(child))
      child = Int(tape.entries[child].next)
    }
    return values
  }
}

/// A scalar with its own functions in the containers of the standard library, where its type is known at compile time.
protocol JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Self
}

extension JSONDecodeContext {
  /// Decodes a scalar, or throws the error of a container.
  @inline(__always)
  func read<T: JSONScalar>(_ type: T.Type, at index: Int) throws -> T {
    do throws(JSONScalarFault) {
      return try T.read(self, at: index)
    } catch {
      throw decodingError(error, T.self, at: index)
    }
  }
}

extension Bool: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Bool {
    try context.bool(at: index)
  }
}

extension String: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> String {
    try context.string(at: index)
  }
}

extension Double: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Double {
    try context.double(at: index)
  }
}

extension Float: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Float {
    try context.float(at: index)
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Self {
    try context.integer(Self.self, at: index)
  }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> Int64 {
    try context.integer64(Int64.self, at: index)
  }
}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {
  static func read(_ context: JSONDecodeContext, at index: Int) throws(JSONScalarFault) -> UInt64 {
    try context.integer64(UInt64.self, at: index)
  }
}
extension UInt128: JSONScalar {}
