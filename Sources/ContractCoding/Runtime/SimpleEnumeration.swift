/// First cases of enumerations that do not list their cases.
///
/// Neither the metadata of types nor the numbering of cases is documented, so both are checked once. Otherwise, such
/// enumerations have no placeholder, and collecting failures ends where one is needed.
enum SimpleEnumeration {
  /// Returns the first case of an enumeration of at most one byte; nil for other types.
  static func firstCase<T>(_ type: T.Type, hasKnownLayout: Bool = hasKnownLayout) -> T? {
    hasKnownLayout ? zero(T.self) : nil
  }

  /// True when known types have the expected metadata and first cases.
  static let hasKnownLayout =
    zero(SingleCase.self) == .only && zero(TwoCases.self) == .first && zero(PayloadCase.self) == .first(false)
    && zero(Never.self) == nil && zero(Bool.self) == nil && zero(UInt8.self) == nil && zero(Optional<Bool>.self) == nil

  private enum SingleCase { case only }
  private enum TwoCases { case first, second }
  private enum PayloadCase: Equatable { case first(Bool), second }

  private static func zero<T>(_ type: T.Type) -> T? {
    guard MemoryLayout<T>.size <= 1, hasCases(T.self) else { return nil }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: an enumeration of at most one byte numbers its cases and payloads from zero, so all bits zero are its
      // first case with a zero payload. Such a type owns no memory, so moving it is a plain copy.
      guard let address = memory.baseAddress else { return nil }
      UnsafeMutableRawPointer(address).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<T>.size)
      return address.move()
    }
  }

  /// Returns true for enumerations with cases, except `Optional`.
  private static func hasCases<T>(_ type: T.Type) -> Bool {
    // SAFETY: a type is a pointer to its metadata record, whose first word is its kind, except for classes; classes are
    // larger than one byte and are excluded. The second word of an enumeration's record is its descriptor, which
    // contains the number of cases with payloads (the low 24 bits of the sixth 32-bit word) and without (the seventh).
    let record = unsafeBitCast(T.self as Any.Type, to: UnsafePointer<UInt>.self)
    guard record.pointee == 0x201, let descriptor = UnsafePointer<UInt32>(bitPattern: record[1]) else { return false }
    return descriptor[5] & 0xFF_FFFF > 0 || descriptor[6] > 0
  }
}
