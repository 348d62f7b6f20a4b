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
}

/// A parsed text: its bytes and its tape. Shared by every node of a document.
final class JSONTape: Sendable {
  let bytes: [UInt8]
  let entries: [JSONEntry]

  init(bytes: [UInt8], entries: [JSONEntry]) {
    self.bytes = bytes
    self.entries = entries
  }

  /// The content of the string or number at an index.
  func slice(_ index: Int) -> ArraySlice<UInt8> {
    let entry = entries[index]
    return bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]
  }

  /// The value of the string or name at an index; the caller knows that it is one.
  func text(_ index: Int) -> String {
    let entry = entries[index]
    if entry.kind == .escapedString { return JSONEscapes.unescape(slice(index)) }
    return String(decoding: slice(index), as: UTF8.self)
  }
}
