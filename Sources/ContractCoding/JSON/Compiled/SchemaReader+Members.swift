extension SchemaReader {
  // MARK: - Members of an object, one by one in the order in which they stand in the text

  // Who asks for them in another order, or for one that is not there, has to look elsewhere (``JSONFields``); so has who
  // asks for one that is wrong. What nobody has asked for is checked at the end, by `endMembers`.

  /// A reader of a text whose members are asked for one by one.
  ///
  /// - Parameters:
  ///   - bytes: The text, which the caller holds for as long as the reader exists.
  ///   - reader: What this reader reads with, which the caller holds likewise.
  package init(membersOf bytes: UnsafeBufferPointer<UInt8>, with reader: UnsafePointer<JSONReader>) {
    self.init(bytes, reader: reader, checksRules: true)
  }

  /// Goes to the first member.
  ///
  /// - Returns: False for a text that does not begin like an object.
  package mutating func beginMembers() -> Bool {
    skipByteOrderMark()
    skipSpace()
    guard end - start < Int(UInt32.max), next < end, next.pointee == UInt8(ascii: "{"), depth > 0 else { return false }
    depth -= 1
    return true
  }

  /// Steps over the name of the next member and its colon, if it is spelled like this one.
  ///
  /// - Parameter separator: The byte before the member: the bracket first, then commas.
  /// - Returns: False when something else comes; the reader stands anywhere then.
  package mutating func stepOver(_ name: String, _ separator: inout UInt8) -> Bool {
    // A short name is compared a word at a time, where it comes without white space; no word reaches beyond the text.
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

  /// The same for any name, with white space or without.
  @inline(never)
  private mutating func stepOverSpaced(_ name: String, _ separator: inout UInt8) -> Bool {
    var name = name
    // SAFETY: the pointer is only read, and only inside the call.
    return name.withUTF8 { name in
      skipSpace()
      guard next < end, next.pointee == separator else { return false }
      next += 1
      separator = UInt8(ascii: ",")
      skipSpace()
      guard end - next > name.count &+ 2, next.pointee == UInt8(ascii: "\"") else { return false }
      next += 1
      for byte in name {
        // What JSON spells with a backslash is not compared.
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

  /// True when nothing was wrong with the values so far.
  @inlinable package var isWell: Bool { noteCount == 0 && !isBroken }

  /// Checks all that comes after the last member that was read.
  ///
  /// - Returns: False when the reader cannot tell whether the text is JSON.
  package mutating func endMembers(_ separator: UInt8) -> Bool {
    var object = SchemaDictionary(start: start, notes: 0)
    object.separator = separator
    while nextName(&object) != nil { skipValue() }
    return endDictionary(object) && isAtEnd()
  }
}
