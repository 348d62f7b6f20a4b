/// Reads values of types with a compiled reader straight from the bytes of a text; see ``Schema``.
///
/// A reader goes over the text once. What is wrong with values is noted, and reading goes on; where the text itself is
/// no JSON, it ends. Paths are made only when something was wrong.
public struct SchemaReader: ~Copyable {
  // SAFETY: `start...end` is memory that outlives the reader: whoever makes a reader holds
  // the text for as long. `start <= next <= end` always holds, every access through `next` follows a
  // comparison with `end`, and nothing is written.
  var next: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let start: UnsafePointer<UInt8>

  /// Arrays and objects that may yet be opened.
  var depth: Int
  /// True when the text is no JSON.
  @usableFromInline var isBroken = false

  /// How much is wrong with values.
  @usableFromInline var noteCount = 0
  /// What most texts need nothing of; made for the first that does.
  private(set) var extras: SchemaExtras?
  // SAFETY: it outlives the reader, as the text does. Copies of what is in it would cost more than a small text.
  private let source: UnsafePointer<JSONReader>
  /// ``ShortString/hasKnownLayout``, looked up once.
  let makesShortStrings = ShortString.hasKnownLayout
  /// True where members have other names than their keys.
  let isMapped: Bool

  /// True where rules of members are to be checked: in a server that reads a request.
  public let checksRules: Bool

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0, reader: UnsafePointer<JSONReader>, checksRules: Bool
  ) {
    let memory = bytes.baseAddress ?? UnsafePointer(Self.nothing)
    start = memory
    next = memory + offset
    end = memory + bytes.count
    depth = min(reader.pointee.limits.maxDepth, JSONLimits.hardMaxDepth)
    source = reader
    isMapped = reader.pointee.options.keys.tables != nil
    self.checksRules = checksRules
  }

  var options: JSONOptions { source.pointee.options }
  var userInfo: [CodingUserInfoKey: any Sendable] { source.pointee.userInfo }

  // SAFETY: a text of no bytes needs an address; nothing is read from it.
  private nonisolated(unsafe) static let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  /// Ends reading: the text is no JSON. The parser says why.
  @inline(never)
  mutating func breakOff() {
    isBroken = true
    next = end
  }

  // MARK: - Extras

  /// What is wrong with values: no more than the first hundred are kept.
  var notes: [SchemaNote] { extras?.notes ?? [] }
  /// Words of bits of the members from the 64th on, for the objects that are open.
  var wideCount: Int { extras?.wide.count ?? 0 }
  /// Keys whose mapped names may yet come, for the objects that are open.
  var aliasCount: Int { extras?.aliases.count ?? 0 }

  /// What was kept, to add to it or to change it.
  @inline(never)
  mutating func keeping() -> SchemaExtras {
    if let extras { return extras }
    let made = SchemaExtras()
    extras = made
    return made
  }

  // MARK: - Values

  /// Reads a value.
  ///
  /// - Returns: the value, or nil when the reader knows what is wrong with it.
  @inlinable
  public mutating func value<T: Schema>(_ type: T.Type) -> T? {
    T.read(&self)
  }

  /// Reads a value unless it is null.
  ///
  /// - Returns: the value, or nil when it is null or when the reader knows what is wrong with it.
  @inlinable
  public mutating func optional<T: Schema>(_ type: T.Type) -> T? {
    null() ? nil : T.read(&self)
  }

  /// Steps over `null`, if that is what comes next.
  public mutating func null() -> Bool {
    skipSpace()
    guard end - next >= 4, UnsafeRawPointer(next).loadUnaligned(as: UInt32.self) == JSONWord.null else { return false }
    next += 4
    return true
  }

  /// Steps over white space.
  @inline(__always)
  mutating func skipSpace() {
    if next < end, next.pointee > 0x20 { return }
    skipSpaces()
  }

  @inline(never)
  private mutating func skipSpaces() {
    while next < end {
      switch next.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: next += 1
      default: return
      }
    }
  }
}

/// The words of JSON as numbers, the way memory holds them.
enum JSONWord {
  static let null = word(0x6E, 0x75, 0x6C, 0x6C)
  static let `true` = word(0x74, 0x72, 0x75, 0x65)
  /// The last four letters of `false`.
  static let alse = word(0x61, 0x6C, 0x73, 0x65)

  /// The two bytes behind a name.
  static let quoteAndColon = (0x22 | 0x3A << 8 as UInt16).littleEndian

  /// True when no byte of a word needs an escape in a string.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    return
      (((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs == 0
  }

  @inline(__always)
  private static func word(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    (a | b << 8 | c << 16 | d << 24).littleEndian
  }
}
