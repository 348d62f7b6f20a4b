/// A path with placeholders, such as `/todos/:id` or `/todos/{id}`.
///
/// A placeholder is a whole segment and matches one non-empty segment of a path, percent-decoded. One placeholder of a
/// template may be `{name...}`, which matches several segments including the slashes between them:
///
/// - As the last segment it matches the rest of the path, which may be empty.
/// - Before other segments it matches one or more non-empty segments. The segments after it match the end of the path:
///   `/v2/{name...}/manifests/{reference}` matches `/v2/a/manifests/b/manifests/c` with the name `a/manifests/b`.
///
/// A query after `?` is sent as written, and a server responds with 400 to a request without it. Literals are also sent
/// as written, except that characters not allowed in a URL are percent-encoded. A server compares decoded strings.
public struct PathTemplate: Sendable, CustomStringConvertible {
  /// One segment of a template.
  public enum Segment: Hashable, Sendable {
    /// Literal text, percent-decoded.
    case literal(String)
    /// A placeholder with this name for one non-empty segment.
    case placeholder(String)
    /// A placeholder with this name for all path segments up to those that the following template segments match.
    case rest(String)
  }

  /// The segments in order.
  public let segments: [Segment]
  /// The index of the placeholder for several segments; nil without one.
  let restIndex: Int?
  /// The names and values of the fixed query, decoded, in order.
  public let constants: [QueryConstant]
  /// The literals as sent; nil for placeholders, and for literals that need no encoding.
  private let written: [String?]
  /// The fixed query, encoded.
  let writtenQuery: [UInt8]

  /// A fixed query value.
  public struct QueryConstant: Hashable, Sendable {
    /// The decoded name.
    public let name: String
    /// The decoded value; empty if absent.
    public let value: String
  }

  /// Parses a template.
  ///
  /// - Throws: ``PathTemplateError`` with the position of the error.
  public init(_ text: String) throws(PathTemplateError) {
    // Parse bytes instead of characters, so that starting a server does not load the Unicode tables.
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0]
    guard path.first == UInt8(ascii: "/") else {
      throw PathTemplateError(template: text, reason: "it must begin with `/`")
    }
    guard !bytes.contains(UInt8(ascii: "#")) else {
      throw PathTemplateError(template: text, reason: "it contains a fragment, which is never sent; remove `#`")
    }
    var segments: [Segment] = []
    var restIndex: Int?
    var written: [String?] = []
    // A linear search is faster than a set for so few names.
    var names: [String] = []
    let encodedSegments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for encoded in encodedSegments where !(encodedSegments.count == 1 && encoded.isEmpty) {
      let segment = try Self.segment(encoded, in: text)
      switch segment {
      case .literal:
        written.append(PercentEncoding.isUnreserved(Self.text(encoded)) ? nil : Self.sent(encoded, also: []))
      case .placeholder(let name), .rest(let name):
        written.append(nil)
        if names.contains(name) {
          throw PathTemplateError(template: text, reason: "the placeholder `\(name)` occurs twice")
        }
        names.append(name)
      }
      if case .rest = segment {
        guard restIndex == nil else {
          throw PathTemplateError(
            template: text, reason: "`\(Self.text(encoded))` is a second placeholder for several segments")
        }
        restIndex = segments.count
      }
      segments.append(segment)
    }
    self.segments = segments
    self.restIndex = restIndex
    self.written = written
    self.writtenQuery = parts.count == 2 ? Array(Self.sent(parts[1], also: "/?[]".utf8).utf8) : []
    self.constants = try parts.count == 2 ? Self.constants(Self.text(parts[1]), in: text) : []
  }

  private static func segment(
    _ encoded: ArraySlice<UInt8>, in template: String
  ) throws(PathTemplateError) -> Segment {
    if encoded.first == UInt8(ascii: ":") {
      return .placeholder(try name(encoded.dropFirst(), in: template))
    }
    if encoded.first == UInt8(ascii: "{") && encoded.last == UInt8(ascii: "}") {
      let inner = encoded.dropFirst().dropLast()
      if inner.suffix(3).elementsEqual("...".utf8) { return .rest(try name(inner.dropLast(3), in: template)) }
      return .placeholder(try name(inner, in: template))
    }
    guard !encoded.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: " ") })
    else {
      throw PathTemplateError(template: template, reason: "`\(text(encoded))` must be one placeholder or plain text")
    }
    guard let literal = PercentEncoding.decode(encoded), literal != ".", literal != ".." else {
      throw PathTemplateError(template: template, reason: "`\(text(encoded))` is not a valid segment")
    }
    return .literal(literal)
  }

  private static func name(_ bytes: ArraySlice<UInt8>, in template: String) throws(PathTemplateError) -> String {
    let text = text(bytes)
    guard !text.isEmpty, bytes.allSatisfy(isPlainNameByte) || text.allSatisfy(isNameCharacter) else {
      throw PathTemplateError(
        template: template, reason: "a placeholder name must consist of letters, digits, `_` and `-`")
    }
    return text
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isPlainNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "-"
  }

  private static func constants(_ query: String, in template: String) throws(PathTemplateError) -> [QueryConstant] {
    var constants: [QueryConstant] = []
    for member in query.split(atByte: "&") {
      let parts = member.split(atByte: "=", maxSplits: 1, keepsEmpty: true)
      guard let name = PercentEncoding.decode(ArraySlice(parts[0].utf8), plusIsSpace: true),
        let value = PercentEncoding.decode(ArraySlice((parts.count == 2 ? parts[1] : "").utf8), plusIsSpace: true)
      else { throw PathTemplateError(template: template, reason: "`\(member)` is not validly percent-encoded") }
      constants.append(QueryConstant(name: name, value: value))
    }
    return constants
  }

  /// Percent-encodes a string, except for the characters allowed in a path (RFC 3986 §3.3) and those in `also`.
  private static func sent(_ text: ArraySlice<UInt8>, also: some Sequence<UInt8>) -> String {
    var sent: [UInt8] = []
    for byte in text {
      if PercentEncoding.isPathCharacter(byte) || byte == UInt8(ascii: "%") || also.contains(byte) {
        sent.append(byte)
      } else {
        HexDigit.appendEncoded(byte, to: &sent)
      }
    }
    return String(decoding: sent, as: UTF8.self)
  }

  /// Appends the literal at an index in its wire format.
  package func appendLiteral(_ literal: String, at index: Int, to text: inout String) {
    if let written = written[index] { text += written } else { text += literal }
  }

  /// Returns this template without its query, followed by another template. The result is malformed if both have a
  /// placeholder with the same name, or a placeholder for several segments; verification reports it.
  func appending(_ other: PathTemplate) -> PathTemplate { PathTemplate(self, other) }

  private init(_ first: PathTemplate, _ second: PathTemplate) {
    segments = first.segments + second.segments
    restIndex = first.restIndex ?? second.restIndex.map { first.segments.count + $0 }
    written = first.written + second.written
    (constants, writtenQuery) = (second.constants, second.writtenQuery)
  }

  /// The names of all placeholders in order.
  public var placeholders: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .placeholder(let name), .rest(let name): name
      }
    }
  }

  /// The template with placeholders as `{name}` and without its query.
  public var description: String {
    if segments.isEmpty { return "/" }
    var text = ""
    for (index, segment) in segments.enumerated() {
      text += "/"
      switch segment {
      case .literal(let literal): appendLiteral(literal, at: index, to: &text)
      case .placeholder(let name): text += "{\(name)}"
      case .rest(let name): text += "{\(name)...}"
      }
    }
    return text
  }
}

extension PathTemplate: Hashable {
  /// Returns true if both match the same requests, even if they are spelled differently.
  public static func == (left: PathTemplate, right: PathTemplate) -> Bool {
    left.segments == right.segments && left.constants == right.constants
  }

  /// Hashes the decoded segments and query.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(constants)
  }
}

extension PathTemplate: ExpressibleByStringLiteral {
  /// Creates a template from a literal. Traps if it is malformed.
  public init(stringLiteral text: String) {
    do { self = try PathTemplate(text) } catch { preconditionFailure(error.description) }
  }
}

/// An error in a path template.
public struct PathTemplateError: Error, Hashable, CustomStringConvertible {
  /// The template.
  public let template: String
  /// The fault.
  public let reason: String

  /// The template and the fault.
  public var description: String { "the path template `\(template)` is malformed: \(reason)" }
}
