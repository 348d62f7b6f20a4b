/// An entry of the tape: a value or a member name, with the range of its bytes.
///
/// Entries are in document order. A container precedes its contents; in objects, names and values alternate. `next`
/// skips an entry with its contents.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, `false`, `true`
    /// A number without fraction and exponent.
    case integer
    /// A number with a fraction or an exponent.
    case real
    /// A string without escapes.
    case string
    /// A string with at least one escape.
    case escapedString
    case array, object
  }

  /// The offset of the first byte: after the quotation mark of a string, at the bracket of a container.
  var offset: UInt32
  /// The length of a string's contents or a number in bytes; the number of elements or members of a container.
  var length: UInt32
  /// The index of the entry after this one and its contents.
  var next: UInt32
  var kind: Kind
  /// True for a string that contains only ASCII.
  var isASCII = false
  /// The first and last bytes of a member name, which distinguish most names; see ``JSONName``.
  var tag: UInt16 = 0
}

/// The entries of a tape, in memory that the tape owns.
struct JSONEntries: RandomAccessCollection {
  let start: UnsafeMutablePointer<JSONEntry>
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  @inline(__always)
  subscript(index: Int) -> JSONEntry {
    assert(index >= 0 && index < count)
    // SAFETY: indices come from the parser: the root, `next`, and the entry after a name or a non-empty container.
    // Parsed contents are complete, so all indices are below `count`.
    return start[index]
  }
}

/// The bytes and tape of a parsed text, shared by all nodes of a document.
///
/// Strings and numbers are accessed through pointers, which are used only in this file, in ``JSONParser`` and by
/// callers of ``withContent(_:_:)``.
// SAFETY: the tape does not change after `init`.
final class JSONTape: @unchecked Sendable {
  let bytes: [UInt8]
  let entries: JSONEntries
  private let text: UnsafePointer<UInt8>?

  /// Creates a tape that becomes the owner of the entries.
  init(bytes: [UInt8], entries: JSONEntries) {
    self.bytes = bytes
    self.entries = entries
    // SAFETY: arrays of bytes are contiguous on Linux. Their storage does not move until the array is mutated or
    // released; this one is constant and lives as long as the pointer.
    text = bytes.withUnsafeBufferPointer { $0.baseAddress }
  }

  /// Creates a tape with a single `null`.
  convenience init() {
    let entry = UnsafeMutablePointer<JSONEntry>.allocate(capacity: 1)
    entry.initialize(to: JSONEntry(offset: 0, length: 0, next: 1, kind: .null))
    self.init(bytes: [], entries: JSONEntries(start: entry, count: 1))
  }

  deinit {
    // SAFETY: entries own no memory, and the tape is their only owner.
    entries.start.deallocate()
  }

  /// Calls `body` with the contents of the string or number at an index. The pointer must not outlive the call.
  @inline(__always)
  func withContent<R, E: Error>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    let entry = entries[index]
    assert(Int(entry.offset) + Int(entry.length) <= bytes.count)
    // SAFETY: the parser ensures that the contents lie within the text, which lives as long as the tape.
    let content = UnsafeBufferPointer(start: text.map { $0 + Int(entry.offset) }, count: Int(entry.length))
    defer { withExtendedLifetime(self) {} }
    return try body(content)
  }

  /// Returns the contents of the string or number at an index.
  func slice(_ index: Int) -> ArraySlice<UInt8> {
    let entry = entries[index]
    return bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]
  }

  /// Returns the decoded text of a string or name. The entry at the index must be one of these.
  func text(_ index: Int) -> String {
    let entry = entries[index]
    return withContent(index) { content in
      if entry.kind == .escapedString { return JSONEscapes.text(content) }
      // SAFETY: the parser has checked the UTF-8 of every string, and sets `isASCII` only for strings of ASCII.
      return String(copying: UTF8Span(unchecked: content.span, isKnownASCII: entry.isASCII))
    }
  }
}
