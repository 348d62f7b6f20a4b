internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes values of types with a compiled writer as the bytes of a text; see ``Schema``.
///
/// Members and elements end with a comma, and the end of an object or array replaces the last of them. What JSON cannot
/// say is remembered: the first such value is the error in which writing ends.
public struct SchemaWriter: ~Copyable {
  // SAFETY: `start..<limit` is memory of this writer alone, from `malloc`; `start <= next <= limit` always holds, and
  // what is before `next` has been written. Every store follows a call of `reserve` for at least as many bytes.
  private(set) var start: UnsafeMutablePointer<UInt8>
  var next: UnsafeMutablePointer<UInt8>
  private(set) var limit: UnsafeMutablePointer<UInt8>

  /// The first value that could not be written.
  var failure: (any Error)?
  // SAFETY: it outlives the writer: writers live inside `write`. A reader, because who writes often keeps one. Copies of
  // what is in it would cost more than a small text.
  private let source: UnsafePointer<JSONReader>
  /// ``ShortString/hasKnownLayout``, looked up once.
  let makesShortStrings = ShortString.hasKnownLayout
  /// True where members have other names than their keys.
  private let isMapped: Bool

  var options: JSONOptions { source.pointee.options }
  var userInfo: [CodingUserInfoKey: any Sendable] { source.pointee.userInfo }

  /// Room made for a text on a thread that has written none yet.
  private static let initialCapacity = 4096

  private init(_ source: UnsafePointer<JSONReader>) {
    self.source = source
    isMapped = source.pointee.options.keys.tables != nil
    var capacity = 0
    if let kept = contract_scratch_take(&capacity) {
      start = kept.assumingMemoryBound(to: UInt8.self)
    } else {
      capacity = Self.initialCapacity
      start = Self.allocate(capacity)
    }
    next = start
    limit = start + capacity
  }

  /// Writes a value as a whole text, with the options and the user information of a reader, and hands the text over.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  @inline(__always)
  static func write<T: Schema, R>(
    _ value: T, _ source: UnsafePointer<JSONReader>, _ take: (UnsafeBufferPointer<UInt8>) -> R
  ) throws -> R {
    var writer = SchemaWriter(source)
    value.write(&writer)
    if let failure = writer.failure { throw failure }
    return take(writer.text)
  }

  deinit {
    contract_scratch_give(start, limit - start)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = malloc(capacity) else { preconditionFailure("Out of memory.") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// What has been written.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: next - start)
  }

  /// Makes room for more bytes.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if limit - next < count { grow(count) }
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    let used = next - start
    let (needed, overflows) = used.addingReportingOverflow(count)
    precondition(!overflows && needed < Int.max / 4, "A text beyond all memory.")
    let capacity = max(needed, (limit - start) * 2)
    guard let memory = realloc(start, capacity) else { preconditionFailure("Out of memory.") }
    start = memory.assumingMemoryBound(to: UInt8.self)
    next = start + used
    limit = start + capacity
  }

  /// Remembers why a value could not be written.
  @inline(never)
  mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Remembers a value that JSON has no text for, and writes null in its place.
  @inline(never)
  mutating func refuse(_ value: Any, _ message: String) {
    if failure == nil {
      failure = EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: message))
    }
    null()
  }

  /// Where the value that comes next stands.
  func path() -> [JSONPath] {
    JSONPath.ofUnfinished(text)
  }

  // MARK: - Values

  /// Writes a value.
  @inlinable
  public mutating func value<T: Schema>(_ value: T) {
    value.write(&self)
  }

  /// Writes `null`.
  public mutating func null() {
    reserve(4)
    UnsafeMutableRawPointer(next).storeBytes(of: JSONWord.null, as: UInt32.self)
    next += 4
  }

  // MARK: - Objects

  /// Opens an object.
  ///
  /// - Returns: the members by the names that they have on the wire, for the other functions.
  public mutating func beginObject(_ keys: SchemaKeys) -> SchemaKeys {
    reserve(1)
    next.pointee = UInt8(ascii: "{")
    next += 1
    return isMapped ? mapped(keys) : keys
  }

  /// The members of an object under the mapping.
  @inline(never)
  private func mapped(_ keys: SchemaKeys) -> SchemaKeys {
    options.keys.tables.map { SchemaKeys($0.table(keys.table, options.keys)) } ?? keys
  }

  /// Closes an object.
  public mutating func endObject() {
    close(UInt8(ascii: "}"))
  }

  /// Writes the name of a member, whose value comes next.
  public mutating func beginMember(_ keys: SchemaKeys, _ member: Int) {
    name(keys, member, 0)
  }

  /// Ends a member after its value.
  public mutating func endMember() {
    comma()
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
    reserve(1)
    next.pointee = UInt8(ascii: "[")
    next += 1
  }

  /// Ends an element after its value.
  public mutating func endElement() {
    comma()
  }

  /// Closes an array.
  public mutating func endArray() {
    close(UInt8(ascii: "]"))
  }

  // MARK: - Punctuation

  /// Puts a bracket in the place of the last comma, or behind the bracket that it closes.
  @inline(__always)
  private mutating func close(_ bracket: UInt8) {
    if next > start, next[-1] == UInt8(ascii: ",") {
      next[-1] = bracket
    } else {
      reserve(1)
      next.pointee = bracket
      next += 1
    }
  }

  @inline(__always)
  mutating func comma() {
    reserve(1)
    next.pointee = UInt8(ascii: ",")
    next += 1
  }

  /// Writes a name with its colon, and makes room for more bytes behind it.
  @inline(__always)
  mutating func name(_ keys: SchemaKeys, _ member: Int, _ room: Int) {
    precondition(UInt(bitPattern: member) < UInt(bitPattern: keys.table.pointee.count), "No such member.")
    let entry = keys.table.pointee.entries + member
    let count = entry.pointee.count
    // Words are copied whole; the table has zeros behind each name.
    reserve(count + 8 + room)
    let source = UnsafeRawPointer(entry.pointee.text)
    let target = UnsafeMutableRawPointer(next)
    var index = 0
    repeat {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: index, as: UInt64.self), toByteOffset: index, as: UInt64.self)
      index += 8
    } while index < count
    next += count
  }
}
