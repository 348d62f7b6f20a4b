/// A reader that decodes types with a compiled reader directly from JSON bytes; see ``Schema``.
///
/// A reader makes one pass over the text. Failures of values are recorded, and reading continues; a syntax error ends the
/// reading. Paths are computed only for failures.
public struct SchemaReader: ~Copyable, JSONScanner {
  // SAFETY: `start..<end` is memory that outlives the reader, because its creator holds the text. `start <= next <=
  // end` always holds, every access through `next` follows a comparison with `end`, and nothing is written.
  var next: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  let start: UnsafePointer<UInt8>

  /// The number of arrays and objects that may still be opened.
  var depth: Int
  /// True after a syntax error.
  @usableFromInline var isBroken = false

  /// The number of failures so far.
  @usableFromInline var failureCount = 0
  /// State that most texts do not need, created on demand.
  private(set) var extras: SchemaExtras?
  // SAFETY: the JSON reader outlives this reader, as the text does. Copying the JSON reader would cost more than reading a
  // small text.
  private let source: UnsafePointer<JSONReader>
  /// The value of ``ShortString/hasKnownLayout``, looked up once.
  let makesShortStrings: Bool
  /// True when member names differ from their keys.
  let isMapped: Bool

  /// True when rules of members are checked, as in a server that reads a request.
  public let checksRules: Bool
  /// The costly steps of patterns for the members read so far.
  package var patternSteps = 0

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0, reader: UnsafePointer<JSONReader>, checksRules: Bool,
    makesShortStrings: Bool = ShortString.hasKnownLayout
  ) {
    let memory = bytes.baseAddress ?? UnsafePointer(Self.nothing)
    start = memory
    next = memory + offset
    end = memory + bytes.count
    depth = min(reader.pointee.limits.maxDepth, JSONLimits.hardMaxDepth)
    source = reader
    isMapped = reader.pointee.options.keys.tables != nil
    self.checksRules = checksRules
    self.makesShortStrings = makesShortStrings
  }

  var options: JSONOptions { source.pointee.options }
  var userInfo: [CodingUserInfoKey: any Sendable] { source.pointee.userInfo }
  /// True if 64-bit integers may be strings.
  var readsIntegers64: Bool { source.pointee.options.integers64 == .strings }

  // SAFETY: this is the address of an empty text; nothing is read from it.
  private nonisolated(unsafe) static let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  /// Ends reading after a syntax error. The parser determines its cause.
  @inline(never)
  mutating func breakOff(_ reason: JSONFault.Reason = .noValue) {
    isBroken = true
    next = end
  }

  // MARK: - Extras

  /// The recorded failures, limited to the first 100.
  var failures: [SchemaFailure] { extras?.failures ?? [] }
  /// The number of words that hold the bits of members from index 64, for all open objects.
  var wideCount: Int { extras?.wide.count ?? 0 }
  /// The number of unmapped keys in open objects that apply if their mapped names are absent.
  var aliasCount: Int { extras?.aliases.count ?? 0 }

  /// Returns the extra state, creating it if necessary.
  @inline(never)
  mutating func createdExtras() -> SchemaExtras {
    if let extras { return extras }
    let made = SchemaExtras()
    extras = made
    return made
  }

  // MARK: - Values

  /// Reads a value.
  ///
  /// - Returns: the value, or nil after its failures were recorded.
  @inlinable
  public mutating func value<T: Schema>(_ type: T.Type) -> T? {
    T.read(&self)
  }

  /// Reads a value unless it is null.
  ///
  /// - Returns: the value, or nil when it is null or after its failures were recorded.
  @inlinable
  public mutating func optional<T: Schema>(_ type: T.Type) -> T? {
    null() ? nil : T.read(&self)
  }

  /// Skips `null`. Returns false when another value follows.
  public mutating func null() -> Bool {
    skipSpace()
    guard end - next >= 4, UnsafeRawPointer(next).loadUnaligned(as: UInt32.self) == JSONWord.null else { return false }
    next += 4
    return true
  }
}

/// The literals of JSON as integers in memory order.
enum JSONWord {
  static let null = word(0x6E, 0x75, 0x6C, 0x6C)
  static let `true` = word(0x74, 0x72, 0x75, 0x65)
  /// The last four letters of `false`.
  static let alse = word(0x61, 0x6C, 0x73, 0x65)

  /// The two bytes after a name.
  static let quoteAndColon = (0x22 | 0x3A << 8 as UInt16).littleEndian

  @inline(__always)
  private static func word(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    (a | b << 8 | c << 16 | d << 24).littleEndian
  }
}
