/// A media type (RFC 9110 §8.3.1), such as `application/json` or `text/plain; charset=utf-8`.
///
/// Its parameters have no control characters other than tab, so every media type is a valid header value.
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
  /// The part before the slash, in lowercase.
  public let type: String
  /// The part after the slash, in lowercase.
  public let subtype: String
  /// The parameters in order, with lowercase names and unquoted values.
  public let parameters: [Parameter]

  /// A `name=value` pair after the subtype.
  public struct Parameter: Hashable, Sendable {
    /// The name in lowercase.
    public let name: String
    /// The unquoted value.
    public let value: String
  }

  /// Parses a media type; nil if invalid, which includes names of more than 127 characters.
  public init?(_ text: some StringProtocol) {
    let parts = Self.split(text, at: ";")
    guard let first = parts.first else { return nil }
    let essence = first.split(atByte: "/", keepsEmpty: true)
    guard essence.count == 2, Self.isName(essence[0]), Self.isName(essence[1]) else { return nil }
    self.type = essence[0].lowercasedASCII
    self.subtype = essence[1].lowercasedASCII
    var parameters: [Parameter] = []
    for part in parts.dropFirst() where !part.isEmpty {
      guard let equals = part.utf8.firstIndex(of: 0x3D) else { return nil }
      let name = part[..<equals]
      let rest = part.utf8.index(after: equals)
      guard Self.isToken(name), let value = Self.unquoted(part[rest...]) else { return nil }
      parameters.append(Parameter(name: name.lowercasedASCII, value: value))
    }
    self.parameters = parameters
  }

  private init(type: String, subtype: String) {
    self.type = type
    self.subtype = subtype
    self.parameters = []
  }

  /// `application/json` (RFC 8259).
  public static let json = MediaType(type: "application", subtype: "json")
  /// `application/problem+json` (RFC 9457).
  public static let problemJSON = MediaType(type: "application", subtype: "problem+json")
  /// `application/merge-patch+json` (RFC 7396).
  public static let mergePatch = MediaType(type: "application", subtype: "merge-patch+json")
  /// `text/plain`.
  public static let plainText = MediaType(type: "text", subtype: "plain")
  /// `application/octet-stream`: binary data of unspecified type.
  public static let octetStream = MediaType(type: "application", subtype: "octet-stream")
  /// `text/event-stream`: server-sent events (WHATWG HTML §9.2).
  public static let eventStream = MediaType(type: "text", subtype: "event-stream")
  /// `application/jsonl`: JSON values, one per line (JSON Lines).
  public static let jsonLines = MediaType(type: "application", subtype: "jsonl")
  /// The media types that senders use for JSON Lines.
  package static let jsonLinesNames = ["application/jsonl", "application/x-ndjson", "application/ndjson"]
  private static let namesOfJSONLines = jsonLinesNames.compactMap { MediaType($0) }

  /// `application/x-www-form-urlencoded` (HTML, URL standard).
  public static let urlForm = MediaType(type: "application", subtype: "x-www-form-urlencoded")
  /// `multipart/form-data` (RFC 7578).
  public static let multipartForm = MediaType(type: "multipart", subtype: "form-data")

  /// Type and subtype without parameters, such as `text/plain`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The media types of the same format: all those for JSON Lines, otherwise only this one.
  package var synonyms: [MediaType] {
    type == Self.jsonLines.type && subtype == Self.jsonLines.subtype ? Self.namesOfJSONLines : [self]
  }

  /// Returns the value of the first parameter with this lowercase name.
  public func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// True for `application/json` and for every `+json` type (RFC 6839 §3.1).
  public var isJSON: Bool { (type == "application" && subtype == "json") || subtype.ends(withBytes: "+json") }

  /// The media type as sent.
  public var description: String {
    parameters.reduce(essence) { text, parameter in
      let isToken = !parameter.value.isEmpty && parameter.value.utf8.allSatisfy(HTTPToken.contains)
      let value = isToken ? parameter.value : Self.quoted(parameter.value)
      return "\(text); \(parameter.name)=\(value)"
    }
  }

  private static func quoted(_ text: String) -> String {
    // Bytes are escaped, because a quote and a combining mark after it are one Character.
    let escaped = text.utf8.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] }
    return "\"" + String(decoding: escaped, as: UTF8.self) + "\""
  }

  /// Returns whether a string may name a type or subtype. Longer names are invalid (RFC 6838 §4.2), and a peer's names
  /// appear in errors and logs.
  private static func isName(_ text: some StringProtocol) -> Bool { text.utf8.count <= 127 && isToken(text) }

  private static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(HTTPToken.contains)
  }

  private static func unquoted(_ text: some StringProtocol) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.first == 0x22 else { return isToken(text) ? String(text) : nil }
    guard bytes.count >= 2, bytes.last == 0x22 else { return nil }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      // The description of a media type becomes a header value without a check, so a line break in it would begin
      // another header.
      if (byte < 0x20 && byte != 0x09) || byte == 0x7F { return nil }
      if isEscaped || byte != 0x5C {
        value.append(byte)
        isEscaped = false
      } else {
        isEscaped = true
      }
    }
    return isEscaped ? nil : String(decoding: value, as: UTF8.self)
  }

  /// Returns the parts of `text` between separators outside quotes, without surrounding white space.
  package static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
    let bytes = Array(text.utf8)
    let mark = UInt8(ascii: separator)
    var parts: [String] = []
    var start = 0
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C && isQuoted {
        isEscaped = true
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if byte == mark && !isQuoted {
        parts.append(trimmed(bytes[start..<index]))
        start = index + 1
      }
    }
    parts.append(trimmed(bytes[start...]))
    return parts
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(decoding: bytes, as: UTF8.self).withoutOuterSpace)
  }
}
