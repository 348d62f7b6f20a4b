// SAFETY: lent by `with` and `withName` for the length of a call; nobody keeps one.
/// A member's name as it is looked for.
///
/// The tag, the first and the last byte, tells most names apart without a look at the text.
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

  /// Hands out a string as a name; the name may not outlive the call.
  @inline(__always)
  static func with<R>(_ string: String, _ body: (JSONName) -> R) -> R {
    // Every native string has its bytes in one place, where they are looked at without holding the string once more.
    if let result = string.utf8.withContiguousStorageIfAvailable({ body(JSONName($0)) }) { return result }
    var string = string
    return string.withUTF8 { body(JSONName($0)) }
  }
}

extension JSONTape {
  /// The index of the value of the first member with a name; nil when there is none.
  ///
  /// Looks at every member: right for objects with few of them, and for single questions.
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

  /// True when the name at an index is that text, compared byte for byte.
  @inline(__always)
  func isName(_ name: JSONName, at index: Int) -> Bool {
    let entry = entries[index]
    if entry.kind == .escapedString { return isEscapedName(name, at: index) }
    guard entry.tag == name.tag, Int(entry.length) == name.bytes.count else { return false }
    return withContent(index) { content in
      // The tag has compared the first byte and the last.
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

  /// Hands out the name at an index, with its escapes resolved; the name may not outlive the call.
  func withName<R>(at index: Int, _ body: (JSONName) -> R) -> R {
    withContent(index) { content in
      guard entries[index].kind == .escapedString else { return body(JSONName(content)) }
      return JSONEscapes.bytes(of: content).withUnsafeBufferPointer { body(JSONName($0)) }
    }
  }
}

/// A hash table over the members of one large object, so that decoding it is not quadratic.
///
/// The hash is seeded per process: a peer cannot choose names that collide.
final class JSONMemberIndex {
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
      tape.withName(at: index) { name in
        let slot = slot(name, tape)
        if slots[slot] == 0 { slots[slot] = UInt32(truncatingIfNeeded: index) }
      }
      index = Int(tape.entries[index + 1].next)
    }
  }

  /// The index of the value of the first member with a name.
  func value(_ name: JSONName, in tape: JSONTape) -> Int? {
    let found = slots[slot(name, tape)]
    return found == 0 ? nil : Int(found) + 1
  }

  /// The slot that holds a name, or the free one where it belongs.
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
