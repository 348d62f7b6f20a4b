/// The members of a text that is an object, read one by one in the order in which they stand there.
///
/// Who asks for them in another order, or for one that is not there, is told to look elsewhere (``JSONFields``); so is who
/// asks for one that is wrong. What nobody has asked for is checked at the end, by ``finish()``.
package final class JSONMemberCursor {
  private let bytes: [UInt8]
  private let reading: JSONReading
  // SAFETY: without run-time checks of exclusive access: the reader calls only what reads a value, which does not know the
  // cursor. The storage of arrays of bytes stays where it is until the array is mutated or released, and this one is a
  // constant that lives as long as the reader; so does what the reader reads with.
  @exclusivity(unchecked) private var reader: SchemaReader
  @exclusivity(unchecked) private var object: SchemaDictionary
  private var isInOrder = true

  /// A cursor before the first member; nil for a text that does not begin like an object.
  package init?(_ bytes: [UInt8], with reading: JSONReading) {
    guard bytes.count < Int(UInt32.max) else { return nil }
    var reader = SchemaReader(bytes.withUnsafeBufferPointer { $0 }, reader: reading.reader, checksRules: true)
    reader.skipByteOrderMark()
    reader.skipSpace()
    guard reader.next < reader.end, reader.next.pointee == UInt8(ascii: "{"),
      let object = reader.beginDictionary(Self.self)
    else { return nil }
    self.bytes = bytes
    self.reading = reading
    self.reader = reader
    self.object = object
  }

  /// Reads the member that comes next into memory, if it has this name and nothing is wrong with it.
  ///
  /// - Parameter takesNull: null is no value of the type then.
  /// - Returns: `read` or `null`; nil when the cursor cannot tell, now or for any member after that.
  package func read<T: Schema>(
    _ name: String, into place: UnsafeMutablePointer<T>, takesNull: Bool
  ) -> JSONFields.Outcome? {
    guard isInOrder, stepOver(name) else { return giveUp() }
    if takesNull && reader.null() { return .null }
    let isRead = T.read(&reader, into: place)
    if isRead && reader.noteCount == 0 && !reader.isBroken { return .read }
    if isRead { place.deinitialize(count: 1) }
    return giveUp()
  }

  private func stepOver(_ name: String) -> Bool {
    var name = name
    // SAFETY: the pointer is only read, and only inside the call.
    return name.withUTF8 { reader.stepOver($0, in: &object) }
  }

  private func giveUp() -> JSONFields.Outcome? {
    isInOrder = false
    return nil
  }

  /// Checks all that comes after the last member that was read.
  ///
  /// - Returns: False when the cursor cannot tell whether the text is JSON.
  package func finish() -> Bool {
    guard isInOrder else { return false }
    isInOrder = false
    while reader.nextName(&object) != nil { reader.skipValue() }
    return reader.endDictionary(object) && reader.isAtEnd()
  }
}

extension SchemaReader {
  /// Steps over the name of the next member and its colon, if it is spelled like this one.
  ///
  /// - Returns: False when something else comes; the reader stands anywhere then.
  fileprivate mutating func stepOver(_ name: UnsafeBufferPointer<UInt8>, in object: inout SchemaDictionary) -> Bool {
    skipSpace()
    guard next < end, next.pointee == object.separator else { return false }
    next += 1
    object.separator = UInt8(ascii: ",")
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
