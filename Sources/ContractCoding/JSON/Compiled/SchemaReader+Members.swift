extension SchemaReader {
  // MARK: - Members of an object, read one by one in the order of the text

  // ``JSONFields`` handles members requested in another order, absent members and invalid ones. `endMembers` checks the
  // rest of the object.

  /// Creates a reader of an object whose members are requested one by one.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text, which must outlive the reader.
  ///   - reader: provides options and limits, and must outlive the reader, too.
  package init(membersOf bytes: UnsafeBufferPointer<UInt8>, with reader: UnsafePointer<JSONReader>) {
    self.init(bytes, reader: reader, checksRules: true)
  }

  /// Advances to the first member.
  ///
  /// - Returns: false when the text does not start with an object.
  package mutating func beginMembers() -> Bool {
    skipByteOrderMark()
    skipSpace()
    guard end - start < Int(UInt32.max), next < end, next.pointee == UInt8(ascii: "{"), depth > 0 else { return false }
    depth -= 1
    return true
  }

  /// Skips the name and colon of the next member if the name is spelled like `name`.
  ///
  /// - Parameter separator: the byte before the member: the bracket first, then commas.
  /// - Returns: false for anything else. The position of the reader is then undefined.
  package mutating func stepOver(_ name: String, _ separator: inout UInt8) -> Bool {
    // A short name without surrounding white space is compared word by word. No word extends beyond the text.
    if makesShortStrings, end - next > 20, next.pointee == separator, next[1] == UInt8(ascii: "\""),
      let words = ShortString.words(of: name)
    {
      let text = UnsafeRawPointer(next) + 2
      let count = words.count
      guard words.isPlainBeginning(of: text),
        text.loadUnaligned(fromByteOffset: count, as: UInt16.self) == JSONWord.quoteAndColon
      else { return stepOverSpaced(name, &separator) }
      separator = UInt8(ascii: ",")
      next += count &+ 4
      return true
    }
    return stepOverSpaced(name, &separator)
  }

  /// Handles any name, with or without surrounding white space.
  @inline(never)
  private mutating func stepOverSpaced(_ name: String, _ separator: inout UInt8) -> Bool {
    var name = name
    // SAFETY: the pointer is only read, and only during the call.
    return name.withUTF8 { name in
      skipSpace()
      guard next < end, next.pointee == separator else { return false }
      next += 1
      separator = UInt8(ascii: ",")
      skipSpace()
      guard end - next > name.count &+ 2, next.pointee == UInt8(ascii: "\"") else { return false }
      next += 1
      for byte in name {
        // A name with characters that JSON escapes is not found here, because its bytes differ in the text.
        guard next.pointee == byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
          return false
        }
        next += 1
      }
      guard next.pointee == UInt8(ascii: "\"") else { return false }
      next += 1
      skipSpace()
      guard next < end, next.pointee == UInt8(ascii: ":") else { return false }
      next += 1
      return true
    }
  }

  /// True when no failure has occurred so far.
  @inlinable package var isWell: Bool { failureCount == 0 && !isBroken }

  /// Checks the rest of the object after the last member that was read.
  ///
  /// - Returns: false when the text may not be valid JSON.
  package mutating func endMembers(_ separator: UInt8) -> Bool {
    var object = SchemaDictionary(start: start, firstFailure: 0)
    object.separator = separator
    while nextName(&object) != nil { skipValue() }
    return endDictionary(object) && isAtEnd()
  }
}
