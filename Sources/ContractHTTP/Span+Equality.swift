extension Span<UInt8> {
  /// True when both have the same bytes.
  @inlinable
  @inline(__always)
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while count &- index >= 8 {
      // SAFETY: any bit pattern is a UInt64, and both have eight bytes from there on.
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      if word != other.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) { return false }
      index &+= 8
    }
    while index < count {
      // SAFETY: the index is less than the count of both.
      if self[unchecked: index] != other[unchecked: index] { return false }
      index &+= 1
    }
    return true
  }
}
