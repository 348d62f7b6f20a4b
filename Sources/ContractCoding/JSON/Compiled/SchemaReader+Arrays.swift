extension SchemaReader {
  // MARK: - Arrays

  /// Opens an array.
  ///
  /// - Parameter type: the type named in failures.
  /// - Returns: nil, after recording a failure and skipping the value, when it is not an array.
  public mutating func beginArray(_ type: any Any.Type) -> SchemaArray? {
    guard open(UInt8(ascii: "["), { .type(type) }) else { return nil }
    return SchemaArray(firstFailure: failureCount, start: next)
  }

  /// Opens a container without skipping its bracket.
  ///
  /// - Returns: false, after recording a failure and skipping the value, when it is not a container of this kind.
  @inline(__always)
  mutating func open(_ bracket: UInt8, _ expected: () -> SchemaFailure.Expected) -> Bool {
    skipSpace()
    guard next < end, next.pointee == bracket else {
      mismatch(expected())
      return false
    }
    depth -= 1
    if depth < 0 { breakOff() }
    return depth >= 0
  }

  /// Advances to the next element. The caller must read or skip it before the next call.
  ///
  /// - Returns: false at the end of the array.
  public mutating func nextElement(_ array: inout SchemaArray) -> Bool {
    skipSpace()
    guard next < end else { return leave() }
    let separator = array.separator
    if next.pointee == separator {
      next += 1
      guard separator == UInt8(ascii: "[") else { return true }
      array.separator = UInt8(ascii: ",")
      skipSpace()
      guard next < end else { return leave() }
      guard next.pointee == UInt8(ascii: "]") else { return true }
    } else if next.pointee != UInt8(ascii: "]") {
      return leave()
    }
    next += 1
    return false
  }

  /// Returns the capacity to reserve after the first element: as many elements as the rest of the text can hold when
  /// the array is the whole text, otherwise a few.
  ///
  /// - Parameter stride: the size of an element in memory.
  public func roomForElements(_ array: SchemaArray, of stride: Int) -> Int {
    guard array.start == start else { return stride <= 64 ? 4 : 2 }
    let first = max(next - start, 2)
    return min((end - next) / first + 1, max(16384 / max(stride, 1), 2))
  }

  private mutating func leave() -> Bool {
    breakOff()
    return false
  }

  /// Closes an array after its last element.
  ///
  /// - Returns: true when no failure occurred.
  public mutating func endArray(_ array: SchemaArray) -> Bool {
    depth += 1
    return failureCount == array.firstFailure && !isBroken
  }
}
