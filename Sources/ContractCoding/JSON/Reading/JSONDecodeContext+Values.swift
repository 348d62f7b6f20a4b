import FoundationEssentials

extension JSONDecodeContext {
  /// Reads any value: scalars and arrays of the usual ones directly, the rest through `Decodable`.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    do throws(JSONScalarFault) {
      if let value = try scalar(T.self, at: index) { return value }
    } catch {
      throw decodingError(error, T.self, at: index)
    }
    if let value = try scalars(T.self, at: index) { return value }
    return try T(from: JSONValueDecoder(context: self, node: Int32(truncatingIfNeeded: index)))
  }

  /// Reads a scalar of a type known here; nil for every other type.
  func scalar<T>(_ type: T.Type, at index: Int) throws(JSONScalarFault) -> T? {
    if T.self == String.self { return same(try string(at: index), T.self) }
    if T.self == Int.self { return same(try integer(Int.self, at: index), T.self) }
    if T.self == Bool.self { return same(try bool(at: index), T.self) }
    if T.self == Double.self { return same(try double(at: index), T.self) }
    if T.self == Date.self, let date = try date(at: index) { return same(date, T.self) }
    if T.self == UUID.self { return same(try uuid(at: index), T.self) }
    if T.self == Data.self { return same(try data(at: index), T.self) }
    if T.self == URL.self { return same(try url(at: index), T.self) }
    if T.self == Decimal.self { return same(try decimal(at: index), T.self) }
    if T.self == Float.self { return same(try float(at: index), T.self) }
    if T.self == Int64.self { return same(try integer(Int64.self, at: index), T.self) }
    if T.self == UInt8.self { return same(try integer(UInt8.self, at: index), T.self) }
    if T.self == Int32.self { return same(try integer(Int32.self, at: index), T.self) }
    if T.self == UInt64.self { return same(try integer(UInt64.self, at: index), T.self) }
    if T.self == UInt.self { return same(try integer(UInt.self, at: index), T.self) }
    if T.self == UInt32.self { return same(try integer(UInt32.self, at: index), T.self) }
    if T.self == Int16.self { return same(try integer(Int16.self, at: index), T.self) }
    if T.self == UInt16.self { return same(try integer(UInt16.self, at: index), T.self) }
    if T.self == Int8.self { return same(try integer(Int8.self, at: index), T.self) }
    if T.self == Int128.self { return same(try integer(Int128.self, at: index), T.self) }
    if T.self == UInt128.self { return same(try integer(UInt128.self, at: index), T.self) }
    return nil
  }

  /// Reads an array of one of the usual scalars without a container; nil for every other type.
  private func scalars<T>(_ type: T.Type, at index: Int) throws -> T? {
    if T.self == [String].self { return same(try array(at: index, string(at:)), T.self) }
    if T.self == [Int].self {
      return same(try array(at: index) { i throws(JSONScalarFault) in try integer(Int.self, at: i) }, T.self)
    }
    if T.self == [Double].self { return same(try array(at: index, double(at:)), T.self) }
    if T.self == [UInt8].self {
      return same(try array(at: index) { i throws(JSONScalarFault) in try integer(UInt8.self, at: i) }, T.self)
    }
    return nil
  }

  private func array<E>(at index: Int, _ read: (Int) throws(JSONScalarFault) -> E) throws -> [E] {
    guard tape.entries[index].kind == .array else { throw decodingError(.type, [E].self, at: index) }
    let end = Int(tape.entries[index].next)
    var values: [E] = []
    values.reserveCapacity(Int(tape.entries[index].length))
    var child = index + 1
    while child < end {
      do throws(JSONScalarFault) {
        values.append(try read(child))
      } catch {
        throw decodingError(error, E.self, at: child)
      }
      child = Int(tape.entries[child].next)
    }
    return values
  }

  /// A value as the type that it is known to have.
  @inline(__always)
  private func same<A, B>(_ value: A, _ type: B.Type) -> B {
    // SAFETY: every caller has just compared the two types; the standard library checks the size once more.
    unsafeBitCast(value, to: B.self)
  }
}
