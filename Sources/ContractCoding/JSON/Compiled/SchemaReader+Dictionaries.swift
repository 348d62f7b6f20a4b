/// The state of an object with arbitrary member names while it is read.
public struct SchemaDictionary {
  var separator = UInt8(ascii: "{")
  // SAFETY: points into the reader's text, which outlives its use in generated code, and is used only to compute an
  // offset.
  let start: UnsafePointer<UInt8>
  let firstNote: Int
  /// The names read so far.
  var names: Set<String> = []

  init(start: UnsafePointer<UInt8>, notes: Int) {
    self.start = start
    firstNote = notes
  }
}

extension SchemaReader {
  // MARK: - Dictionaries

  /// Opens an object with arbitrary member names.
  ///
  /// - Parameter type: the type named in failures.
  /// - Returns: nil, after recording a failure and skipping the value, when it is not an object.
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

  /// Advances to the next member, whose value must be read or skipped.
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

  /// Returns true when an earlier member has this name.
  ///
  /// - Parameter isRemembered: true when the caller itself checks the names of members that were read without failures.
  public mutating func repeats(_ name: String, _ dictionary: inout SchemaDictionary, isRemembered: Bool) -> Bool {
    if isRemembered { return !dictionary.names.isEmpty && dictionary.names.contains(name) }
    return !dictionary.names.insert(name).inserted
  }

  /// Stores the name of a member with an invalid value, so that a repeated member is ignored.
  public mutating func remember(_ name: String, _ dictionary: inout SchemaDictionary) {
    dictionary.names.insert(name)
  }

  /// Skips a value.
  public mutating func skip() {
    skipValue()
  }

  /// Records an invalid key and skips its value.
  public mutating func refuseKey(_ dictionary: SchemaDictionary, _ type: any Any.Type) {
    mismatch(.type(type))
  }

  /// Closes an object after its last member.
  ///
  /// - Returns: true when no failure occurred.
  public mutating func endDictionary(_ dictionary: SchemaDictionary) -> Bool {
    depth += 1
    return noteCount == dictionary.firstNote && !isBroken
  }
}

extension SchemaWriter {
  /// Opens an object with arbitrary member names.
  public mutating func beginDictionary() {
    reserve(1)
    next.pointee = UInt8(ascii: "{")
    next += 1
  }

  /// Writes the name of a member, unmapped. Its value follows.
  public mutating func beginMember(named name: String) {
    string(name)
    reserve(1)
    next.pointee = UInt8(ascii: ":")
    next += 1
  }
}
