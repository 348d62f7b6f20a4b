/// First cases of enumerations that do not list their cases.
enum SimpleEnumeration {
  /// The first case of an enumeration that fits a byte; nil for every other type.
  static func firstCase<T>(_ type: T.Type) -> T? {
    guard MemoryLayout<T>.size <= 1, hasCases(T.self) else { return nil }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
      // SAFETY: an enumeration of at most one byte stores its cases, and any payloads, counted from zero; all bits zero
      // is its first case, with a payload that is itself zero. Such a type owns no memory, so moving is a plain copy.
      guard let address = memory.baseAddress else { return nil }
      UnsafeMutableRawPointer(address).initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<T>.size)
      return address.move()
    }
  }

  /// True for enumerations other than `Optional` that have cases.
  private static func hasCases<T>(_ type: T.Type) -> Bool {
    // SAFETY: a type is a pointer to its metadata record, and the first word of every record of a type that is not a class
    // is its kind; classes fill a word and are larger than one byte, so they do not come here. An enumeration's record
    // has its descriptor as second word, which holds the numbers of its cases with payloads (in the low 24 bits of the
    // sixth 32-bit word) and without (in the seventh).
    let record = unsafeBitCast(T.self as Any.Type, to: UnsafePointer<UInt>.self)
    guard record.pointee == 0x201, let descriptor = UnsafePointer<UInt32>(bitPattern: record[1]) else { return false }
    return descriptor[5] & 0xFF_FFFF > 0 || descriptor[6] > 0
  }
}
