import FoundationEssentials

extension JSONEncodeState {
  /// Writes the outermost value.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot represent or that encodes nothing, and any error of the value.
  func writeRoot<T: Encodable>(_ value: T) throws {
    if try writeScalar(value) || writeScalars(value) { return }
    try value.encode(to: push())
    if try !pop() { throw invalid(value, "The value did not encode anything.") }
    if hasStableOrder { sort(T.self, from: 0) }
  }

  /// Writes a value: scalars and arrays of common ones directly, others through `Encodable`.
  func write<T: Encodable>(_ value: T) throws {
    if try writeScalar(value) || writeScalars(value) { return }
    let depth = depth
    let start = buffer.count
    do {
      try value.encode(to: push())
      if try !pop() { JSONText.append(ascii: "{}", to: &buffer) }
      if hasStableOrder { sort(T.self, from: start) }
    } catch {
      abandon(to: depth)
      throw error
    }
  }

  /// Writes a scalar of a known type. Returns false for other types.
  func writeScalar<T>(_ value: T) throws -> Bool {
    if T.self == String.self {
      JSONText.append(same(value) as String, to: &buffer)
    } else if T.self == Int.self {
      JSONText.append(same(value) as Int, to: &buffer)
    } else if T.self == Bool.self {
      JSONText.append(same(value) as Bool, to: &buffer)
    } else if T.self == Double.self {
      try write(same(value) as Double)
    } else if T.self == Date.self {
      try write(same(value) as Date)
    } else if T.self == UUID.self {
      UUIDText.append(same(value) as UUID, to: &buffer)
    } else if T.self == Data.self {
      JSONText.append(same(value) as Data, to: &buffer)
    } else if T.self == URL.self {
      JSONText.append((same(value) as URL).absoluteString, to: &buffer)
    } else if T.self == Decimal.self {
      guard JSONText.append(same(value) as Decimal, to: &buffer) else {
        throw invalid(value, "JSON cannot represent this number.")
      }
    } else {
      return false
    }
    return true
  }

  /// Writes an array of common scalars. Returns false for other types.
  private func writeScalars<T>(_ value: T) throws -> Bool {
    if T.self == [String].self {
      writeArray(same(value) as [String]) { JSONText.append($0, to: &$1) }
    } else if T.self == [Int].self {
      writeArray(same(value) as [Int]) { JSONText.append($0, to: &$1) }
    } else if T.self == [UInt8].self {
      writeArray(same(value) as [UInt8]) { JSONText.append($0, to: &$1) }
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func writeArray<E>(_ values: [E], _ append: (E, inout JSONBuffer) -> Void) {
    buffer.append(UInt8(ascii: "["))
    var isFirst = true
    for value in values {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      append(value, &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  func write(_ value: Double) throws {
    guard JSONText.append(value, to: &buffer) else { throw invalid(value, "JSON cannot represent this number.") }
  }

  func write(_ value: Float) throws {
    guard JSONText.append(value, to: &buffer) else { throw invalid(value, "JSON cannot represent this number.") }
  }

  private func write(_ date: Date) throws {
    guard try !JSONText.append(date, options.dates, to: &buffer) else { return }
    let (interval, message) = JSONText.unrepresentable(date, options.dates)
    throw invalid(interval, message)
  }
}
