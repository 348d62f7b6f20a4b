internal import ContractHTTP

extension Wire {
  /// The encoding of strings in headers, on client and server.
  ///
  /// A header value consists of visible ASCII with spaces and tabs between (RFC 9110 §5.5). Every style sends such
  /// strings unchanged, except where noted; the styles differ in the treatment of all other strings. `ETag`, `If-Match`,
  /// `If-None-Match`, `Last-Event-ID` and `Set-Cookie` are always verbatim, because other programs read them unchanged.
  public enum HeaderText: Sendable, Hashable {
    /// Strings are sent unchanged, `%` included. Control characters, characters outside ASCII, and leading or trailing
    /// white space are refused before anything is sent. Received bytes outside ASCII are read as UTF-8, and invalid
    /// UTF-8 is refused.
    case verbatim
    /// `%`, control characters, leading and trailing white space, and characters outside ASCII are percent-encoded; `%`
    /// followed by two hexadecimal digits is decoded. Not for headers that carry URLs or values that others encode.
    case percentEncoded
    /// Strings that a header cannot carry are sent as extended values of RFC 8187, `UTF-8''na%C3%AFve`; extended values
    /// in UTF-8 are decoded. For headers that are defined this way.
    case extended
  }

  /// The format of arrays in headers. Both formats are read (RFC 9110 §5.3).
  ///
  /// An element that is empty, or contains a comma, a quotation mark or outer white space that would be lost, is sent
  /// as a quoted string (RFC 9110 §5.6.4). Quoted strings are unquoted when read. `Set-Cookie` is not a list
  /// (RFC 6265 §3): each element is one line, unchanged, in both formats.
  public enum HeaderArrays: Sendable, Hashable {
    /// One field line for each element: `Tag: a`, `Tag: b`.
    case repeated
    /// One field line: `Tag: a, b`.
    case combined
  }
}

extension Wire {
  /// Returns the encoding of strings in a header.
  ///
  /// Other clients and servers define the values of these headers: entity tags are compared byte for byte
  /// (RFC 9110 §8.8.3.2), and `EventSource` and cookie stores return what they received.
  func headerText(of name: HTTPFieldName) -> HeaderText {
    headerText != .verbatim && Self.verbatimHeaders.contains(name) ? .verbatim : headerText
  }

  private static let verbatimHeaders: Set<HTTPFieldName> = [
    "ETag", "If-Match", "If-None-Match", "Last-Event-ID", .setCookie,
  ]
}

extension Wire.HeaderText {
  /// Returns the header value for a string; nil for a string that the style cannot send.
  func encoded(_ text: String) -> String? {
    switch self {
    case .verbatim: Self.isVerbatim(text) ? text : nil
    case .percentEncoded: PercentEncoding.encoded(text, for: .fieldValue)
    case .extended:
      Self.isVerbatim(text) && Self.extendedPart(ArraySlice(text.utf8)) == nil
        ? text : "UTF-8''" + PercentEncoding.encoded(text, for: .component)
    }
  }

  /// Returns a string as a list element; nil for a string that the style cannot send.
  func element(_ text: String) -> String? {
    // `HeaderList.element` puts a string with outer white space in quotation marks, so such a string can be sent.
    guard self == .verbatim else { return encoded(text).map(HeaderList.element) }
    let element = HeaderList.element(text)
    return Self.isVerbatim(element) ? element : nil
  }

  /// Returns the string in a received header value; nil for invalid bytes.
  func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    switch self {
    case .verbatim: return String(validating: bytes, as: UTF8.self)
    case .percentEncoded: return PercentEncoding.decode(bytes) ?? String(validating: bytes, as: UTF8.self)
    case .extended:
      guard let part = Self.extendedPart(bytes) else { return String(validating: bytes, as: UTF8.self) }
      return PercentEncoding.decode(part)
    }
  }

  /// The reason why a string cannot be sent, and the remedy.
  static let refusal =
    "has a character that is not allowed in a header (control, non-ASCII, or outer white space); send it in the query "
    + "or the body, or set `@Wire(Wire { $0.headerText = .percentEncoded })` on both ends"

  /// Returns true for visible ASCII with spaces and tabs between, and for the empty string.
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

  /// Returns the percent-encoded part after `UTF-8'language'`; nil for bytes without this prefix (RFC 8187 §3.2).
  private static func extendedPart(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let quote = UInt8(ascii: "'")
    guard bytes.prefix(6).map({ $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }).elementsEqual("utf-8'".utf8),
      let end = bytes.dropFirst(6).firstIndex(of: quote)
    else { return nil }
    return bytes[(end + 1)...]
  }
}
