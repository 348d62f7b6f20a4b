/// The state of an object with arbitrary member names while it is read.
public struct SchemaDictionary {
  var separator = UInt8(ascii: "{")
  // SAFETY: `start` points into the reader's text, which outlives its use in generated code, and is used only to
  // compute an offset.
  let start: UnsafePointer<UInt8>
  let firstFailure: Int
  /// The names read so far.
  var names: Set<String> = []

  init(start: UnsafePointer<UInt8>, firstFailure: Int) {
    self.start = start
    self.firstFailure = firstFailure
  }
}

extension SchemaReader {
  // MARK: - Dictionaries

  /// Opens an object with arbitrary member names.
  ///
  /// - Parameter type: the type named in failures.
  /// - Returns: nil, after recording a failure and skipping the value, when it is not an object.
  public mutating func beginDictionary(_ type: any Any.Type) -> SchemaDictionary? {
    guard open(UInt8(ascii: "{"), { .type(type) }) else { return nil }
    return SchemaDictionary(start: next, firstFailure: failureCount)
  }

  /// Advances to the next member. The caller must read or skip its value before the next call.
  ///
  /// - Returns: the member's name, or nil at the end of the object.
  public mutating func nextKey(_ dictionary: inout SchemaDictionary) -> String? {
    guard let name = nextName(&dictionary) else { return nil }
    return string(name)
  }

  mutating func nextName(_ dictionary: inout SchemaDictionary) -> JSONString? {
    guard let isName = findNext(&dictionary.separator) else { return nil }
    guard isName else {
      next += 1
      return nil
    }
    let text = scanString()
    skipColon()
    return isBroken ? nil : text
  }

  /// Advances to the name of the next member, or to the bracket that closes the object.
  ///
  /// - Parameter separator: the byte before the member: the bracket first, then commas.
  /// - Returns: true for a name, false for the bracket, nil after a syntax error.
  mutating func findNext(_ separator: inout UInt8) -> Bool? {
    let close = UInt8(ascii: "}")
    skipSpace()
    if next < end, next.pointee == close, separator == UInt8(ascii: ",") { return false }
    if next < end, next.pointee == separator {
      next += 1
      skipSpace()
      if next < end, next.pointee == close, separator == UInt8(ascii: "{") { return false }
      separator = UInt8(ascii: ",")
      if next < end, next.pointee == UInt8(ascii: "\"") { return true }
    }
    breakOff()
    return nil
  }

  /// Skips the colon after a name.
  mutating func skipColon() {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: ":") else { return breakOff() }
    next += 1
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
    return failureCount == dictionary.firstFailure && !isBroken
  }
}

extension SchemaWriter {
  /// Opens an object with arbitrary member names.
  public mutating func beginDictionary() {
    output.append(UInt8(ascii: "{"))
  }

  /// Writes the name of a member, unmapped. Its value follows.
  public mutating func beginMember(named name: String) {
    JSONText.append(name: name, isFirst: true, to: &output)
  }
}
