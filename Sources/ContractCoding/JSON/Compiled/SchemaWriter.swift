internal import CPosix

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A writer that encodes types with a compiled writer as JSON bytes; see ``Schema``.
///
/// Members and elements end with a comma, and the end of an object or array replaces the last one. Errors are stored:
/// writing ends with the first one.
public struct SchemaWriter: ~Copyable {
  // SAFETY: `start..<limit` is memory from `malloc` owned by this writer. `start <= next <= limit` always holds, and
  // the bytes before `next` are initialized. Every store follows a call of `reserve` for at least as many bytes.
  private(set) var start: UnsafeMutablePointer<UInt8>
  var next: UnsafeMutablePointer<UInt8>
  private(set) var limit: UnsafeMutablePointer<UInt8>

  /// The first error.
  var failure: (any Error)?
  // SAFETY: outlives the writer, which lives only within `write`. It is a reader, because frequent callers keep one.
  // Copying its contents would cost more than writing a small text.
  private let source: UnsafePointer<JSONReader>
  /// ``ShortString/hasKnownLayout``, looked up once.
  let makesShortStrings = ShortString.hasKnownLayout
  /// True when member names differ from their keys.
  private let isMapped: Bool

  var options: JSONOptions { source.pointee.options }
  var userInfo: [CodingUserInfoKey: any Sendable] { source.pointee.userInfo }

  /// The initial capacity for the first text on a thread.
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

  /// Encodes a value as a complete JSON text, with the options and user information of a reader, and passes it to
  /// `take`.
  ///
  /// - Throws: `EncodingError` for values that JSON cannot represent, and any error of a member's `encode(to:)`.
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

  /// The text written so far.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: next - start)
  }

  /// Ensures capacity for `count` more bytes.
  @inline(__always)
  mutating func reserve(_ count: Int) {
    if limit - next < count { grow(count) }
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    let used = next - start
    let (needed, overflows) = used.addingReportingOverflow(count)
    precondition(!overflows && needed < Int.max / 4, "The text exceeds the address space.")
    let capacity = max(needed, (limit - start) * 2)
    guard let memory = realloc(start, capacity) else { preconditionFailure("Out of memory.") }
    start = memory.assumingMemoryBound(to: UInt8.self)
    next = start + used
    limit = start + capacity
  }

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
  /// - Returns: the members with their encoded names, to pass to the other functions.
  public mutating func beginObject(_ keys: SchemaKeys) -> SchemaKeys {
    reserve(1)
    next.pointee = UInt8(ascii: "{")
    next += 1
    return isMapped ? mapped(keys) : keys
  }

  /// Returns the members of an object with mapped names.
  @inline(never)
  private func mapped(_ keys: SchemaKeys) -> SchemaKeys {
    options.keys.tables.map { SchemaKeys($0.table(keys.table, options.keys)) } ?? keys
  }

  /// Closes an object.
  public mutating func endObject() {
    close(UInt8(ascii: "}"))
  }

  /// Writes the name of a member. Its value follows.
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

  /// Replaces the last comma with a closing bracket, or appends it to an empty container.
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

  /// Writes a name with its colon and ensures capacity for `room` more bytes.
  @inline(__always)
  mutating func name(_ keys: SchemaKeys, _ member: Int, _ room: Int) {
    precondition(UInt(bitPattern: member) < UInt(bitPattern: keys.table.pointee.count), "The member does not exist.")
    let entry = keys.table.pointee.entries + member
    let count = entry.pointee.count
    // Names are copied in whole words; the table pads them with zeros.
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
