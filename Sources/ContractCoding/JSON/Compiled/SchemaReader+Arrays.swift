extension SchemaReader {
  // MARK: - Arrays

  /// Opens an array.
  ///
  /// - Parameter type: What failures call it.
  /// - Returns: nil, with a failure, when there is something else; it is stepped over.
  public mutating func beginArray(_ type: any Any.Type) -> SchemaArray? {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "[") else {
      mismatch(.type(type))
      return nil
    }
    depth -= 1
    guard depth >= 0 else {
      breakOff()
      return nil
    }
    return SchemaArray(notes: noteCount)
  }

  /// Goes on to the next element, which has to be read.
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

  private mutating func leave() -> Bool {
    breakOff()
    return false
  }

  /// Closes an array after its last element.
  ///
  /// - Returns: true when all is well.
  public mutating func endArray(_ array: SchemaArray) -> Bool {
    depth += 1
    return noteCount == array.firstNote && !isBroken
  }
}
