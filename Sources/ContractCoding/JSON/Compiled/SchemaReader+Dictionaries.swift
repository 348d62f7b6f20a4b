/// An object while its members are read by whatever names they have.
public struct SchemaDictionary {
  var separator = UInt8(ascii: "{")
  // SAFETY: into the reader's text, which outlives what generated code does with this; only its distance is used.
  let start: UnsafePointer<UInt8>
  let firstNote: Int
  /// The names that were there.
  var names: Set<String> = []

  init(start: UnsafePointer<UInt8>, notes: Int) {
    self.start = start
    firstNote = notes
  }
}

extension SchemaReader {
  // MARK: - Dictionaries

  /// Opens an object whose members have any names.
  ///
  /// - Parameter type: What failures call it.
  /// - Returns: nil, with a failure, when there is something else; it is stepped over.
  public mutating func beginDictionary(_ type: any Any.Type) -> SchemaDictionary? {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "{") else {
      mismatch(.type(type))
      return nil
    }
    depth -= 1
    guard depth >= 0 else {
      breakOff()
      return nil
    }
    return SchemaDictionary(start: next, notes: noteCount)
  }

  /// Goes on to the next member, whose value has to be read or stepped over.
  ///
  /// - Returns: the member's name, or nil at the end of the object.
  public mutating func nextKey(_ dictionary: inout SchemaDictionary) -> String? {
    guard let name = nextName(&dictionary) else { return nil }
    return string(name)
  }

  mutating func nextName(_ dictionary: inout SchemaDictionary) -> Text? {
    reading: do {
      skipSpace()
      guard next < end else { break reading }
      let separator = dictionary.separator
      if next.pointee == UInt8(ascii: "}"), separator == UInt8(ascii: ",") {
        next += 1
        return nil
      }
      guard next.pointee == separator else { break reading }
      next += 1
      skipSpace()
      guard next < end else { break reading }
      if next.pointee == UInt8(ascii: "}"), separator == UInt8(ascii: "{") {
        next += 1
        return nil
      }
      dictionary.separator = UInt8(ascii: ",")
      guard next.pointee == UInt8(ascii: "\"") else { break reading }
      let text = scanString()
      skipSpace()
      guard next < end, next.pointee == UInt8(ascii: ":") else { break reading }
      next += 1
      if !isBroken { return text }
    }
    breakOff()
    return nil
  }

  /// True when there was a member of this name before.
  ///
  /// - Parameter isRemembered: the caller knows the names whose values were right by itself.
  public mutating func repeats(_ name: String, _ dictionary: inout SchemaDictionary, isRemembered: Bool) -> Bool {
    if isRemembered { return !dictionary.names.isEmpty && dictionary.names.contains(name) }
    return !dictionary.names.insert(name).inserted
  }

  /// Remembers the name of a member whose value was wrong: the first counts, so another is not looked at.
  public mutating func remember(_ name: String, _ dictionary: inout SchemaDictionary) {
    dictionary.names.insert(name)
  }

  /// Steps over a value.
  public mutating func skip() {
    skipValue()
  }

  /// Records that the name of the present member is no key, and steps over its value.
  public mutating func refuseKey(_ dictionary: SchemaDictionary, _ type: any Any.Type) {
    mismatch(.type(type))
  }

  /// Closes an object after its last member.
  ///
  /// - Returns: true when all is well.
  public mutating func endDictionary(_ dictionary: SchemaDictionary) -> Bool {
    depth += 1
    return noteCount == dictionary.firstNote && !isBroken
  }
}

extension SchemaWriter {
  /// Opens an object whose members have any names.
  public mutating func beginDictionary() {
    reserve(1)
    next.pointee = UInt8(ascii: "{")
    next += 1
  }

  /// Writes the name of a member as it is; its value comes next.
  public mutating func beginMember(named name: String) {
    string(name)
    reserve(1)
    next.pointee = UInt8(ascii: ":")
    next += 1
  }
}
