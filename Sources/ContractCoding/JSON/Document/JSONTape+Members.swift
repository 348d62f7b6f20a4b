extension JSONTape {
  /// The index of the value of the first member with a name; nil when there is none.
  ///
  /// Looks at every member: right for objects with few of them, and for single questions.
  func member(_ name: String, of object: Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      var index = object + 1
      for _ in 0..<entries[object].length {
        if isName(name, at: index) { return index + 1 }
        index = Int(entries[index + 1].next)
      }
      return nil
    }
  }

  /// True when the name at an index is that text, compared byte for byte.
  @inline(__always)
  func isName(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let entry = entries[index]
    if entry.kind == .escapedString { return JSONEscapes.bytes(of: slice(index)).elementsEqual(name) }
    guard Int(entry.length) == name.count else { return false }
    var offset = Int(entry.offset)
    for byte in name {
      if bytes[offset] != byte { return false }
      offset += 1
    }
    return true
  }
}

/// A hash table over the members of one large object, so that decoding it is not quadratic.
///
/// The hash is seeded per process: a peer cannot choose names that collide.
struct JSONMemberIndex {
  /// Objects with more members than this get a table.
  static let threshold = 16

  /// Indices of names, 0 where a slot is free (entry 0 is never a name). A power of two, at most half full.
  private var slots: [UInt32]

  init(_ object: Int, in tape: JSONTape) {
    let count = Int(tape.entries[object].length)
    var capacity = 64
    while capacity < count * 2 { capacity *= 2 }
    slots = [UInt32](repeating: 0, count: capacity)
    var index = object + 1
    for _ in 0..<count {
      if tape.entries[index].kind == .escapedString {
        JSONEscapes.bytes(of: tape.slice(index)).withUnsafeBufferPointer { insert($0, index, tape) }
      } else {
        tape.slice(index).withUnsafeBufferPointer { insert($0, index, tape) }
      }
      index = Int(tape.entries[index + 1].next)
    }
  }

  /// The index of the value of the first member with a name.
  func value(_ name: String, in tape: JSONTape) -> Int? {
    var name = name
    return name.withUTF8 { name in
      let found = slots[slot(name, tape)]
      return found == 0 ? nil : Int(found) + 1
    }
  }

  private mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ index: Int, _ tape: JSONTape) {
    let slot = slot(name, tape)
    if slots[slot] == 0 { slots[slot] = UInt32(truncatingIfNeeded: index) }
  }

  /// The slot that holds a name, or the free one where it belongs.
  private func slot(_ name: UnsafeBufferPointer<UInt8>, _ tape: JSONTape) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0, !tape.isName(name, at: Int(slots[slot])) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
