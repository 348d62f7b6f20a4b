// SAFETY: the bytes of a name are read only during a call, and are never stored.
/// A hash table of the members of a large object, so that decoding it does not take quadratic time.
///
/// The hash is seeded per process, so a peer cannot choose colliding names.
final class JSONMemberIndex {
  /// The number of members above which an object gets a table.
  static let threshold = 16

  /// The indices of names; 0 for a free slot, as entry 0 is never a name. The capacity is a power of two, at most half
  /// full.
  private var slots: [UInt32]

  init(_ object: Int, in tape: JSONTape) {
    let count = Int(tape.entries[object].length)
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
    var index = object + 1
    for _ in 0..<count {
      tape.withName(at: index) { name in
        let slot = slot(name, tape)
        if slots[slot] == 0 { slots[slot] = UInt32(truncatingIfNeeded: index) }
      }
      index = Int(tape.entries[index + 1].next)
    }
  }

  /// Returns the index of the value of the first member with a name; nil if absent.
  func value(_ name: JSONName, in tape: JSONTape) -> Int? {
    let found = slots[slot(name, tape)]
    return found == 0 ? nil : Int(found) + 1
  }

  /// Returns the slot that holds a name, or the free slot for it.
  private func slot(_ name: JSONName, _ tape: JSONTape) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name.bytes))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !tape.isName(name, at: Int(slots[slot])) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
