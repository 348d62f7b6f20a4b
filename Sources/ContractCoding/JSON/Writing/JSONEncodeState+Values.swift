import FoundationEssentials

extension JSONEncodeState {
  /// Writes the outermost value, which may not leave its text empty.
  func writeRoot<T: Encodable>(_ value: T) throws {
    if try writeScalar(value) || writeScalars(value) { return }
    try value.encode(to: push())
    if try !pop() { throw invalid(value, "The value encoded nothing.") }
  }

  /// Writes any value here: scalars and arrays of the usual ones directly, the rest through `Encodable`.
  func write<T: Encodable>(_ value: T) throws {
    if try writeScalar(value) || writeScalars(value) { return }
    let depth = depth
    do {
      try value.encode(to: push())
      if try !pop() { JSONText.append(ascii: "{}", to: &buffer) }
    } catch {
      abandon(to: depth)
      throw error
    }
  }

  /// Writes a scalar of a type known here; false for every other type.
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
        throw invalid(value, "JSON has no number for it.")
      }
    } else {
      return false
    }
    return true
  }

  /// Writes an array of one of the usual scalars; false for every other type.
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
    guard JSONText.append(value, to: &buffer) else { throw invalid(value, "JSON has no number for it.") }
  }

  func write(_ value: Float) throws {
    guard JSONText.append(value, to: &buffer) else { throw invalid(value, "JSON has no number for it.") }
  }

  private func write(_ date: Date) throws {
    guard try !JSONText.append(date, options.dates, to: &buffer) else { return }
    // The error has the interval, not the date: describing a date that is not finite traps.
    let interval = date.timeIntervalSinceReferenceDate
    if case .rfc3339 = options.dates {
      throw invalid(interval, "RFC 3339 has dates of the years 0001 to 9999 only.")
    }
    throw invalid(interval, "JSON has no number for this date.")
  }

  /// A value as the type that it is known to have.
  @inline(__always)
  private func same<A, B>(_ value: A) -> B {
    // SAFETY: every caller has just compared the two types; the standard library checks the size once more.
    unsafeBitCast(value, to: B.self)
  }
}
