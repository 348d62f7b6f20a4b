/// A writer that encodes types with a compiled writer as JSON bytes; see ``Schema``.
///
/// Members and elements end with a comma, and the end of an object or array replaces the last comma. Errors are stored: writing
/// ends with the first one.
public struct SchemaWriter: ~Copyable {
  /// The text written so far.
  var output = JSONBuffer()

  /// The first error.
  var failure: (any Error)?
  // SAFETY: the JSON reader outlives the writer, which lives only within `write`. The options come in a JSON reader, because
  // frequent callers keep one. Copying the JSON reader would cost more than writing a small text.
  private let source: UnsafePointer<JSONReader>
  /// The value of ``ShortString/hasKnownLayout``, looked up once.
  let makesShortStrings: Bool
  /// True when member names differ from their keys.
  private let isMapped: Bool

  var options: JSONOptions { source.pointee.options }
  var userInfo: [CodingUserInfoKey: any Sendable] { source.pointee.userInfo }
  /// True if 64-bit integers are written as strings.
  var writesIntegers64: Bool { source.pointee.options.integers64 == .strings }

  private init(_ source: UnsafePointer<JSONReader>, makesShortStrings: Bool) {
    self.source = source
    self.makesShortStrings = makesShortStrings
    isMapped = source.pointee.options.keys.tables != nil
  }

  /// Encodes a value as a complete JSON text, with the options and user information of a reader, and passes it to
  /// `take`.
  ///
  /// - Throws: `EncodingError` for values that JSON cannot represent, and any error of a member's `encode(to:)`.
  @inline(__always)
  static func write<T: Schema, R>(
    _ value: T, _ source: UnsafePointer<JSONReader>, makesShortStrings: Bool = ShortString.hasKnownLayout,
    _ take: (UnsafeBufferPointer<UInt8>) -> R
  ) throws -> R {
    var writer = SchemaWriter(source, makesShortStrings: makesShortStrings)
    value.write(&writer)
    if let failure = writer.failure { throw failure }
    return take(writer.output.text)
  }

  deinit { output.deallocate() }

  /// Stores an error.
  @inline(never)
  mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Stores an error for a value that JSON cannot represent, and writes null instead.
  @inline(never)
  mutating func refuse(_ value: Any, _ message: String) {
    if failure == nil {
      failure = EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: message))
    }
    null()
  }

  /// Returns the path of the next value.
  func path() -> [JSONPath] {
    JSONPath.ofUnfinished(output.text)
  }

  // MARK: - Values

  /// Writes a value.
  @inlinable
  public mutating func value<T: Schema>(_ value: T) {
    value.write(&self)
  }

  /// Writes `null`.
  public mutating func null() {
    JSONText.appendNull(to: &output)
  }

  // MARK: - Objects

  /// Opens an object.
  ///
  /// - Returns: the members with their encoded names, to pass to the other functions.
  public mutating func beginObject(_ keys: SchemaKeys) -> SchemaKeys {
    output.append(UInt8(ascii: "{"))
    return names(keys)
  }

  /// Returns the members of an object with their encoded names.
  @inline(__always)
  func names(_ keys: SchemaKeys) -> SchemaKeys {
    isMapped ? mapped(keys) : keys
  }

  /// Returns the members of an object with mapped names.
  @inline(never)
  private func mapped(_ keys: SchemaKeys) -> SchemaKeys {
    options.keys.tables.map { SchemaKeys($0.table(keys.table, options.keys)) } ?? keys
  }

  /// Closes an object.
  public mutating func endObject() {
    output.close(UInt8(ascii: "}"))
  }

  /// Writes the name of a member. Its value follows.
  public mutating func beginMember(_ keys: SchemaKeys, _ member: Int) {
    begin(keys, member)
  }

  /// Ends a member after its value.
  public mutating func endMember() {
    output.append(UInt8(ascii: ","))
  }

  /// Writes a member.
  @inlinable
  public mutating func member<T: Schema>(_ keys: SchemaKeys, _ member: Int, _ value: T) {
    beginMember(keys, member)
    value.write(&self)
    endMember()
  }

  /// Writes a member unless it is nil.
  @inlinable
  public mutating func optionalMember<T: Schema>(_ keys: SchemaKeys, _ member: Int, _ value: T?) {
    if let value { self.member(keys, member, value) }
  }

  // MARK: - Arrays

  /// Opens an array.
  public mutating func beginArray() {
    output.append(UInt8(ascii: "["))
  }

  /// Ends an element after its value.
  public mutating func endElement() {
    output.append(UInt8(ascii: ","))
  }

  /// Closes an array.
  public mutating func endArray() {
    output.close(UInt8(ascii: "]"))
  }

  // MARK: - Names

  /// Writes the name and colon of a member, followed by up to `room` bytes from `write`.
  @inline(__always)
  mutating func begin(
    _ keys: SchemaKeys, _ member: Int, room: Int = 0, _ write: (inout UnsafeMutablePointer<UInt8>) -> Void = { _ in }
  ) {
    precondition(UInt(bitPattern: member) < UInt(bitPattern: keys.table.pointee.count), "The member does not exist.")
    let entry = keys.table.pointee.entries + member
    let count = entry.pointee.count
    output.append(room: count + 8 + room) { target in
      // SAFETY: the name is copied in whole words, to which the table pads it with zeros.
      let source = UnsafeRawPointer(entry.pointee.text)
      var index = 0
      repeat {
        UnsafeMutableRawPointer(target).storeBytes(
          of: source.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index, as: UInt64.self)
        index += 8
      } while index < count
      var end = target + count
      write(&end)
      return end - target
    }
  }
}
