// SAFETY: `with` and `withName` pass a name for the duration of a call, and the name is never stored.
/// A member name to search for.
///
/// The tag, which consists of the first and last bytes, distinguishes most names without comparing their bytes.
struct JSONName {
  let bytes: UnsafeBufferPointer<UInt8>
  let tag: UInt16

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    tag = Self.tag(bytes)
  }

  @inline(__always)
  static func tag(_ name: UnsafeBufferPointer<UInt8>) -> UInt16 {
    guard let first = name.first else { return 0 }
    return UInt16(first) << 8 | UInt16(name[name.count - 1])
  }

  /// Calls `body` with a string as a name, which must not outlive the call.
  @inline(__always)
  static func with<R>(_ string: String, _ body: (JSONName) -> R) -> R {
    // Native strings are contiguous and can be accessed without another retain.
    if let result = string.utf8.withContiguousStorageIfAvailable({ body(JSONName($0)) }) { return result }
    var string = string
    return string.withUTF8 { body(JSONName($0)) }
  }
}

extension JSONTape {
  /// Returns the index of the value of the first member with a name; nil if absent.
  ///
  /// A linear search, for small objects and single lookups.
  func member(_ name: String, of object: Int) -> Int? {
    JSONName.with(name) { member($0, of: object) }
  }

  @inline(__always)
  func member(_ name: JSONName, of object: Int) -> Int? {
    var index = object + 1
    for _ in 0..<entries[object].length {
      if isName(name, at: index) { return index + 1 }
      index = Int(entries[index + 1].next)
    }
    return nil
  }

  /// Returns true when the name at an index equals `name` byte for byte.
  @inline(__always)
  func isName(_ name: JSONName, at index: Int) -> Bool {
    let entry = entries[index]
    if entry.kind == .escapedString { return isEscapedName(name, at: index) }
    guard entry.tag == name.tag, Int(entry.length) == name.bytes.count else { return false }
    return withContent(index) { content in
      // The first and the last byte are equal, because the tags contain them.
      var offset = 1
      while offset < content.count - 1 {
        if content[offset] != name.bytes[offset] { return false }
        offset += 1
      }
      return true
    }
  }

  private func isEscapedName(_ name: JSONName, at index: Int) -> Bool {
    withContent(index) { JSONEscapes.bytes(of: $0).elementsEqual(name.bytes) }
  }

  /// Calls `body` with the decoded name at an index, which must not outlive the call.
  func withName<R>(at index: Int, _ body: (JSONName) -> R) -> R {
    withContent(index) { content in
      guard entries[index].kind == .escapedString else { return body(JSONName(content)) }
      return JSONEscapes.bytes(of: content).withUnsafeBufferPointer { body(JSONName($0)) }
    }
  }
}

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
