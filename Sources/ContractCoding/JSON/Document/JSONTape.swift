/// One entry of the tape: a value or a member's name, with the place of its bytes.
///
/// Entries stand in document order. A container is followed by its content; an object's content alternates names and
/// values. `next` skips an entry together with everything inside it.
struct JSONEntry {
  enum Kind: UInt8 {
    case null, `false`, `true`
    /// A number without fraction and exponent.
    case integer
    /// A number with a fraction or an exponent.
    case real
    /// A string whose bytes are its value.
    case string
    /// A string with at least one escape.
    case escapedString
    case array, object
  }

  /// The first byte: of a string the one after the quotation mark, of a container its bracket.
  var offset: UInt32
  /// Bytes of a string's content or of a number; elements or members of a container.
  var length: UInt32
  /// The index of the entry after this one and its content.
  var next: UInt32
  var kind: Kind
  /// True for a string without other characters than ASCII.
  var isASCII = false
  /// The first and the last byte of a member's name, which tell most names apart; see ``JSONName``.
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
    // SAFETY: indices come from the parser: the root, `next`, and the entry after a container or a name that has
    // content. Parsed content is complete, so they all are below `count`.
    return start[index]
  }
}

/// A parsed text: its bytes and its tape. Shared by every node of a document.
///
/// Content of strings and numbers is read through pointers, which stay inside this file, ``JSONParser`` and what
/// ``withContent(_:_:)`` calls.
// SAFETY: nothing changes after `init`.
final class JSONTape: @unchecked Sendable {
  let bytes: [UInt8]
  let entries: JSONEntries
  private let text: UnsafePointer<UInt8>?

  /// A tape that owns the entries from now on.
  init(bytes: [UInt8], entries: JSONEntries) {
    self.bytes = bytes
    self.entries = entries
    // SAFETY: arrays of bytes are contiguous and native on Linux. Their storage stays where it is until the array is
    // mutated or released, and this one is a constant that lives as long as the pointer.
    text = bytes.withUnsafeBufferPointer { $0.baseAddress }
  }

  /// A tape that is a single `null`.
  convenience init() {
    let entry = UnsafeMutablePointer<JSONEntry>.allocate(capacity: 1)
    entry.initialize(to: JSONEntry(offset: 0, length: 0, next: 1, kind: .null))
    self.init(bytes: [], entries: JSONEntries(start: entry, count: 1))
  }

  deinit {
    // SAFETY: entries own nothing, and this is their only owner.
    entries.start.deallocate()
  }

  /// Hands out the content of the string or number at an index. The pointer may not outlive the call.
  @inline(__always)
  func withContent<R, E: Error>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    let entry = entries[index]
    assert(Int(entry.offset) + Int(entry.length) <= bytes.count)
    // SAFETY: the parser has put the content inside the text, and the tape that holds the text lives until the end.
    let content = UnsafeBufferPointer(start: text.map { $0 + Int(entry.offset) }, count: Int(entry.length))
    defer { withExtendedLifetime(self) {} }
    return try body(content)
  }

  /// The content of the string or number at an index.
  func slice(_ index: Int) -> ArraySlice<UInt8> {
    let entry = entries[index]
    return bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]
  }

  /// The value of the string or name at an index; the caller knows that it is one.
  func text(_ index: Int) -> String {
    let entry = entries[index]
    return withContent(index) { content in
      if entry.kind == .escapedString { return JSONEscapes.text(content) }
      // SAFETY: the parser has checked the UTF-8 of every string, and sets `isASCII` where it saw nothing else.
      return String(copying: UTF8Span(unchecked: content.span, isKnownASCII: entry.isASCII))
    }
  }
}
