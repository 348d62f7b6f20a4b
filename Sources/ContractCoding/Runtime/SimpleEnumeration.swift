/// The cases of enumerations that are not `CaseIterable`.
///
/// Neither the metadata of types nor the numbering of cases is documented, so both are checked once. If they differ, such
/// enumerations have no placeholder, collecting failures ends where one is needed, and the schema reports that the list is
/// missing.
enum SimpleEnumeration {
  /// Returns the first case of an enumeration of at most one byte; nil for other types.
  static func firstCase<T>(_ type: T.Type, hasKnownLayout: Bool = hasKnownLayout) -> T? {
    hasKnownLayout ? zero(T.self) : nil
  }

  /// Returns all cases of an enumeration without associated values; nil for other types.
  static func allCases<T>(_ type: T.Type, hasKnownLayout: Bool = hasKnownLayout) -> [T]? {
    guard hasKnownLayout, let counts = counts(T.self), counts.payloads == 0, MemoryLayout<T>.size <= 1 else {
      return nil
    }
    return (0..<counts.empty).compactMap { value(T.self, number: UInt8(truncatingIfNeeded: $0)) }
  }

  /// Returns true for an enumeration, known or not.
  static func isEnumeration(_ type: any Any.Type) -> Bool {
    counts(type) != nil
  }

  /// True when known types have the expected metadata and first cases.
  static let hasKnownLayout =
    zero(SingleCase.self) == .only && zero(TwoCases.self) == .first && zero(PayloadCase.self) == .first(false)
    && zero(Never.self) == nil && zero(Bool.self) == nil && zero(UInt8.self) == nil && zero(Optional<Bool>.self) == nil
    && value(TwoCases.self, number: 1) == .second

  private enum SingleCase { case only }
  private enum TwoCases { case first, second }
  private enum PayloadCase: Equatable { case first(Bool), second }

  private static func zero<T>(_ type: T.Type) -> T? {
    guard MemoryLayout<T>.size <= 1, let counts = counts(T.self), counts.payloads + counts.empty > 0 else { return nil }
    return value(T.self, number: 0)
  }

  /// Returns the value of an enumeration of at most one byte with these bits.
  private static func value<T>(_ type: T.Type, number: UInt8) -> T? {
    withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: an enumeration of at most one byte numbers its cases and payloads from zero, so all bits zero are its first
      // case with a zero payload, and without payloads the bits of a value are the number of its case. Such a type owns no
      // memory, so moving it is a plain copy.
      guard let address = memory.baseAddress else { return nil }
      UnsafeMutableRawPointer(address).initializeMemory(as: UInt8.self, repeating: number, count: MemoryLayout<T>.size)
      return address.move()
    }
  }

  /// Returns the number of cases with and without associated values; nil for other types and for `Optional`.
  private static func counts(_ type: any Any.Type) -> (payloads: Int, empty: Int)? {
    guard !(type is AnyClass) else { return nil }
    // SAFETY: a type is a pointer to its metadata record, whose first word is its kind, except for classes, which are
    // excluded. The second word of an enumeration's record is its descriptor, which contains the number of cases with
    // payloads (the low 24 bits of the sixth 32-bit word) and without (the seventh).
    let record = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    guard record.pointee == 0x201, let descriptor = UnsafePointer<UInt32>(bitPattern: record[1]) else { return nil }
    return (Int(descriptor[5] & 0xFF_FFFF), Int(descriptor[6]))
  }
}
