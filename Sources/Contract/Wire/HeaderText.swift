internal import ContractHTTP

extension Wire {
  /// The spelling of texts in header fields, on both ends.
  ///
  /// A field value holds visible ASCII, and spaces and tabs between it (RFC 9110 §5.5). Every style sends such a text as it
  /// is, apart from what a style says of itself; the styles differ in what becomes of other texts.
  public enum HeaderText: Sendable, Hashable {
    /// Texts travel as they are, `%` included. A text that a field value cannot hold is refused before anything is sent:
    /// one with control characters, with characters that are not ASCII, or with white space at an end. Received bytes that
    /// are not ASCII are read as UTF-8, and refused if they are none.
    case verbatim
    /// `%`, control characters, white space at the ends and everything that is not ASCII is percent-encoded, and percent
    /// signs that two hexadecimal digits follow are decoded. Not for fields that carry URLs or values that others have
    /// encoded.
    case percentEncoded
    /// A text that a field value cannot hold is an extended value of RFC 8187, `UTF-8''na%C3%AFve`, and extended values in
    /// UTF-8 are decoded. For fields that are defined so.
    case extended
  }

  /// The spelling of arrays in header fields. Reading takes both (RFC 9110 §5.3).
  ///
  /// An element that is empty, or has a comma, a quotation mark or white space at its ends that would be lost, travels as a
  /// quoted string (RFC 9110 §5.6.4), and quoted strings are read as their text.
  public enum HeaderArrays: Sendable, Hashable {
    /// A field line for each element: `Tag: a`, `Tag: b`.
    case repeated
    /// One field line: `Tag: a, b`.
    case combined
  }
}

extension Wire.HeaderText {
  /// The field value of a text; nil for one that the style cannot send.
  func encoded(_ text: String) -> String? {
    switch self {
    case .verbatim: Self.isVerbatim(text) ? text : nil
    case .percentEncoded: PercentEncoding.encoded(text, for: .fieldValue)
    case .extended:
      Self.isVerbatim(text) && Self.extendedPart(ArraySlice(text.utf8)) == nil
        ? text : "UTF-8''" + PercentEncoding.encoded(text, for: .component)
    }
  }

  /// A text as an element of a list; nil for one that the style cannot send.
  func element(_ text: String) -> String? {
    // White space at the ends is held by quotation marks.
    guard self == .verbatim else { return encoded(text).map(HeaderList.element) }
    let element = HeaderList.element(text)
    return Self.isVerbatim(element) ? element : nil
  }

  /// The text of a received field value; nil for bytes that are none.
  func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .verbatim: return String(validating: bytes, as: UTF8.self)
    case .percentEncoded: return PercentEncoding.decode(bytes) ?? String(validating: bytes, as: UTF8.self)
    case .extended:
      guard let part = Self.extendedPart(bytes) else { return String(validating: bytes, as: UTF8.self) }
      return PercentEncoding.decode(part)
    }
  }

  /// Why a text cannot be sent, and what to do.
  static let refusal =
    "has a character that a header field cannot hold: a control character, one that is not ASCII, or white space at an "
    + "end; send it in the query or the body, or choose another spelling for both ends: "
    + "`@Wire(Wire { $0.headerText = .percentEncoded })`"

  /// True for visible ASCII with spaces and tabs between it, and for the empty text.
  private static func isVerbatim(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return true }
      if isBlank(first) || isBlank(last) { return false }
      for byte in bytes where !(byte >= 0x20 && byte < 0x7F) && byte != 0x09 { return false }
      return true
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// What stands behind `UTF-8'language'`, still encoded; nil for bytes that do not begin so (RFC 8187 §3.2).
  private static func extendedPart(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let quote = UInt8(ascii: "'")
    guard bytes.prefix(6).map({ $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }).elementsEqual("utf-8'".utf8),
      let end = bytes.dropFirst(6).firstIndex(of: quote)
    else { return nil }
    return bytes[(end + 1)...]
  }
}
