/// The literal children of one node, looked up by their bytes.
///
/// Up to six are compared linearly; more are found through a hash table, so that a lookup takes the same time for ten
/// routes and ten thousand.
struct RouteLiterals: Sendable {
  private static let maxUnhashed = 6

  /// A literal and its node. Not a tuple, because the metadata of a tuple type with labels is created at run time.
  private struct Entry {
    let bytes: [UInt8]
    let node: Int
  }

  private var entries: [Entry] = []
  /// A hash table with indices of entries, or -1 for a free slot. Its size is a power of two; at most half is used.
  private var slots: [Int32] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a literal that is not present yet.
  mutating func insert(_ bytes: [UInt8], node: Int) {
    entries.append(Entry(bytes: bytes, node: node))
    guard entries.count > Self.maxUnhashed else { return }
    if slots.count < entries.count * 2 {
      slots = [Int32](repeating: -1, count: max(16, slots.count * 2))
      for index in entries.indices { fillSlot(index) }
    } else {
      fillSlot(entries.count - 1)
    }
  }

  /// Returns the node of the literal with these bytes.
  func node(_ segment: Span<UInt8>) -> Int? {
    if slots.isEmpty {
      for index in entries.indices where isEqual(entries[index].bytes, segment) { return entries[index].node }
      return nil
    }
    var slot = Self.hash(segment) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if isEqual(entries[index].bytes, segment) { return entries[index].node }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private mutating func fillSlot(_ index: Int) {
    var slot = Self.hash(of: entries[index].bytes) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: index)
  }

  private static func hash(of bytes: [UInt8]) -> Int { hash(bytes.span) }

  /// Returns the FNV-1a hash. The literals come from the program itself, so collisions cannot be provoked.
  private static func hash(_ bytes: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always)
  private func isEqual(_ left: [UInt8], _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}
