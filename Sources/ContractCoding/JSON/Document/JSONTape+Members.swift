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
