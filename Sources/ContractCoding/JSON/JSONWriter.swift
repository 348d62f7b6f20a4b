public import FoundationEssentials

/// Writes JSON straight into a buffer of bytes: member by member, or whole `Encodable` values.
///
/// Members stand in the order in which they are written, which for synthesised types is the order of declaration. `/` is
/// not escaped. Dates and coding keys are spelled as the options say, names given to ``key(_:)`` as they are; `Data` is
/// base64, `Decimal` a number; numbers have the shortest digits that read back as the same value. Infinities and NaN are
/// refused.
///
/// The writer puts commas where they belong. It trusts its caller that containers are closed and that inside an object
/// every value follows a ``key(_:)``.
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
  /// What has been written.
  public private(set) var bytes: [UInt8]

  /// The spelling of dates and coding keys.
  public var options: JSONOptions

  /// What `Encodable` types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  private var needsComma = false

  /// A writer that appends to the given bytes.
  public init(
    appendingTo bytes: consuming [UInt8] = [], options: JSONOptions = JSONOptions(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.bytes = bytes
    self.options = options
    self.userInfo = userInfo
  }

  /// The text of one value.
  ///
  /// - Throws: `EncodingError`, and whatever the value's own `encode(to:)` throws.
  public static func bytes<T: Encodable>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    var writer = JSONWriter(options: options, userInfo: userInfo)
    try writer.encode(value)
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

  /// Writes the name of the member whose value comes next.
  public mutating func key(_ name: String) {
    JSONText.append(name: name, isFirst: !needsComma, to: &bytes)
    needsComma = false
  }

  /// Writes the comma before a value or name, if one is due.
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

  /// Writes a date as the options spell it.
  ///
  /// - Throws: `EncodingError` for a date outside the years 0001 to 9999.
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

  /// Writes bytes that are a JSON text already.
  public mutating func write(json text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  // MARK: - Encodable values

  /// Writes any value. When it throws, the writer is as it was before.
  ///
  /// - Throws: `EncodingError`, and whatever the value's own `encode(to:)` throws.
  public mutating func encode<T: Encodable>(_ value: T) throws {
    let state = JSONEncodeState(options: options, names: KeyNames.names(options.keys), userInfo: userInfo)
    try state.writeRoot(value)
    separate()
    state.withText { text in
      if bytes.isEmpty { bytes = Array(text) } else { bytes.append(contentsOf: text) }
    }
  }

  // MARK: - Marks

  /// A place to go back to.
  public struct Mark: Sendable {
    let count: Int
    let needsComma: Bool
  }

  /// The place that has been reached.
  public func mark() -> Mark {
    Mark(count: bytes.count, needsComma: needsComma)
  }

  /// Takes back everything written after a mark of this writer.
  public mutating func rollBack(to mark: Mark) {
    bytes.removeSubrange(mark.count...)
    needsComma = mark.needsComma
  }
}
