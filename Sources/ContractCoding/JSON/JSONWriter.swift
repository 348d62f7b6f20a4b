public import FoundationEssentials

/// A writer of JSON into a byte buffer: member by member, or complete `Encodable` values.
///
/// Members have the order in which they are written; for synthesized types, this is the order of declaration. `/` is
/// not escaped. Dates and coding keys follow the options, but names passed to ``key(_:)`` are not mapped. `Data` is
/// base64, `Decimal` a number. Numbers have the shortest digits that identify their value. Infinities and NaN are
/// rejected.
///
/// The writer adds commas. The caller must close all containers and, inside an object, call ``key(_:)`` before each
/// value.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.beginObject()
/// writer.key("id")
/// writer.write(7)
/// writer.endObject()
/// writer.bytes  // {"id":7}
/// ```
public struct JSONWriter: Sendable {
  /// The JSON written so far.
  public private(set) var bytes: [UInt8]

  /// The format of dates and coding keys.
  public var options: JSONOptions

  /// The `userInfo` of the encoder that `Encodable` types see.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// True if encoded sets and dictionaries are sorted, so that equal values have equal texts.
  var hasStableOrder = false

  private var needsComma = false

  /// Creates a writer that appends to `bytes`.
  public init(
    appendingTo bytes: consuming [UInt8] = [], options: JSONOptions = JSONOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.bytes = bytes
    self.options = options
    self.userInfo = userInfo
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
  public static func bytes<T: Encodable>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    var writer = JSONWriter(options: options, userInfo: userInfo)
    try writer.encode(value)
    return writer.bytes
  }

  /// Returns a string as JSON, in quotation marks.
  package static func bytes(string: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(string)
    return writer.bytes
  }

  // MARK: - Structure

  /// Opens an object.
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes an object.
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes an array.
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes the name of the next member. Its value follows.
  public mutating func key(_ name: String) {
    JSONText.append(name: name, isFirst: !needsComma, to: &bytes)
    needsComma = false
  }

  /// Writes a string member.
  @inlinable
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    write(value)
  }

  /// Writes the comma before a value or name, if needed.
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: - Scalars

  /// Writes `null`.
  public mutating func writeNull() {
    separate()
    JSONText.appendNull(to: &bytes)
  }

  /// Writes `true` or `false`.
  public mutating func write(_ value: Bool) {
    separate()
    JSONText.append(value, to: &bytes)
  }

  /// Writes an integer.
  public mutating func write(_ value: Int) {
    separate()
    JSONText.append(value, to: &bytes)
  }

  /// Writes an integer.
  public mutating func write(_ value: UInt64) {
    separate()
    JSONText.append(value, to: &bytes)
  }

  /// Writes a string.
  public mutating func write(_ value: String) {
    separate()
    JSONText.append(value, to: &bytes)
  }

  /// Writes a number.
  ///
  /// - Throws: `EncodingError` for infinities and NaN.
  public mutating func write(_ value: Double) throws {
    guard value.isFinite else { return try encode(value) }
    separate()
    _ = JSONText.append(value, to: &bytes)
  }

  /// Writes a date in the format of the options.
  ///
  /// - Throws: `EncodingError` for a date outside the years 0001 to 9999, and any error of a custom format.
  public mutating func write(_ value: Date) throws {
    try encode(value)
  }

  /// Writes an array of strings.
  public mutating func write(_ values: [String]) {
    beginArray()
    for value in values { write(value) }
    endArray()
  }

  /// Writes an array of integers.
  public mutating func write(_ values: [Int]) {
    beginArray()
    for value in values { write(value) }
    endArray()
  }

  /// Writes a value that is already encoded as JSON.
  public mutating func write(json text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  // MARK: - Encodable values

  /// Writes any value. If it throws, the writer is unchanged.
  ///
  /// - Throws: `EncodingError`, and any error of the value's `encode(to:)`.
  public mutating func encode<T: Encodable>(_ value: T) throws {
    let state = JSONEncodeState(
      options: options, names: KeyNames.names(options.keys), userInfo: userInfo, hasStableOrder: hasStableOrder)
    try state.writeRoot(value)
    separate()
    state.withText { text in
      if bytes.isEmpty { bytes = Array(text) } else { bytes.append(contentsOf: text) }
    }
  }

  // MARK: - Marks

  /// A position in the output to roll back to.
  public struct Mark: Sendable {
    let count: Int
    let needsComma: Bool
  }

  /// Returns the current position.
  public func mark() -> Mark {
    Mark(count: bytes.count, needsComma: needsComma)
  }

  /// Removes all output after a mark of this writer.
  public mutating func rollBack(to mark: Mark) {
    bytes.removeSubrange(mark.count...)
    needsComma = mark.needsComma
  }
}
