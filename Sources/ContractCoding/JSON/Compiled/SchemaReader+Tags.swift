/// An index of the tags of the objects in a part of the text, used when searches have read many bytes more than once.
struct SchemaTagIndex {
  /// The offset of the part.
  let start: Int
  let tape: JSONTape

  /// Returns true for the offset of a value in the part.
  func contains(_ offset: Int) -> Bool { offset >= start && offset - start < tape.bytes.count }

  /// Returns the offset of a member's value in the object at an offset; nil if the object has no such member.
  func offset(of name: String, inObjectAt offset: Int) -> Int? {
    var lower = 0
    var upper = tape.entries.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if Int(tape.entries[middle].offset) < offset - start { lower = middle + 1 } else { upper = middle }
    }
    guard lower < tape.entries.count, tape.entries[lower].kind == .object,
      let value = tape.member(name, of: lower)
    else { return nil }
    let entry = tape.entries[value]
    let isString = entry.kind == .string || entry.kind == .escapedString
    return start + Int(entry.offset) - (isString ? 1 : 0)
  }
}

extension SchemaReader {
  /// Advances to the value of an object's tag.
  ///
  /// A search skips the members before the tag, which are read again afterwards, so a tag after nested tagged objects
  /// costs their size once per level. When the searches have skipped twice the text, the tags are indexed.
  ///
  /// - Returns: false after a failure was recorded and the value was skipped.
  mutating func findTag(_ tags: SchemaTags) -> Bool {
    let object = next
    if let extras, extras.searchedBytes > 2 * (end - start), next < end, next.pointee == UInt8(ascii: "{") {
      guard let index = tagIndex(extras) else { return false }
      if let value = index.offset(of: tags.name, inObjectAt: object - start) {
        next = start + value
        return true
      }
      skipValue()
    } else {
      guard var members = beginDictionary(tags.type) else { return false }
      defer {
        depth += 1
        // Short searches, as in a text with white space, are not worth the extra state.
        if next - object >= 64 { createdExtras().searchedBytes += next - object }
      }
      while let name = nextName(&members) {
        if string(name).utf8.elementsEqual(tags.name.utf8) {
          skipSpace()
          return true
        }
        skipValue()
      }
    }
    record(SchemaFailure(offset: object - start, member: tags.name, .missing, .text(tags.expected)))
    return false
  }

  /// Returns the tag index of a part of the text that contains the next value, an object; nil after a syntax error.
  private mutating func tagIndex(_ extras: SchemaExtras) -> SchemaTagIndex? {
    let object = next
    if let index = extras.tagIndex, index.contains(object - start) { return index }
    skipValue()
    guard !isBroken else { return nil }
    extras.searchedBytes += next - object
    // SAFETY: `object` and `next` point into the reader's text, and `next` only advances.
    let bytes = Array(UnsafeBufferPointer(start: object, count: next - object))
    next = object
    // Every supported depth is accepted here, because the reader has already checked the depth of this object.
    guard let document = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth)) else {
      breakOff()
      return nil
    }
    let index = SchemaTagIndex(start: object - start, tape: document.tape)
    extras.tagIndex = index
    return index
  }
}
