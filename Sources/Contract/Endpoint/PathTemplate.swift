/// A path with placeholders, such as `/todos/:id` or `/todos/{id}`.
///
/// A placeholder is a whole segment and stands for one percent-decoded segment of a request's path. One placeholder of a
/// template may be `{name...}`, which stands for several segments with the slashes between them:
///
/// - As the last segment it is the rest of the path, which may be empty.
/// - Before other segments it is one or more segments, none of them empty. The segments after it match the end of the
///   path: `/v2/{name...}/manifests/{reference}` matches `/v2/a/manifests/b/manifests/c` with the name `a/manifests/b`.
///
/// A query after `?` is sent as it is written, and a server answers 400 to a request without it. Plain text in the path is
/// sent as it is written too; what a URL cannot hold is percent-encoded. A server compares decoded texts.
public struct PathTemplate: Sendable, CustomStringConvertible {
  /// One segment of a template.
  public enum Segment: Hashable, Sendable {
    /// This text, percent-decoded.
    case literal(String)
    /// Any one segment that is not empty; the value is called by this name.
    case placeholder(String)
    /// Everything from here to the segments that follow, or to the end of the path; the value is called by this name.
    case rest(String)
  }

  /// The segments in order.
  public let segments: [Segment]
  /// The index of the placeholder of several segments, nil without one.
  let restIndex: Int?
  /// The names and values of the query that the template fixes, decoded, in order.
  public let constants: [QueryConstant]
  /// The text of each literal as it is sent; nil where a segment has the spelling of encoded values.
  private let written: [String?]
  /// The query as it is sent.
  let writtenQuery: [UInt8]

  /// A fixed member of the query.
  public struct QueryConstant: Hashable, Sendable {
    /// The decoded name.
    public let name: String
    /// The decoded value; empty without one.
    public let value: String
  }

  /// The template that `text` spells.
  ///
  /// - Throws: ``PathTemplateError`` with the place of the mistake.
  public init(_ text: String) throws(PathTemplateError) {
    // Bytes are enough to find what means something, and keep the tables of Unicode out of a server's start.
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0]
    guard path.first == UInt8(ascii: "/") else {
      throw PathTemplateError(template: text, reason: "it must begin with `/`")
    }
    guard !bytes.contains(UInt8(ascii: "#")) else {
      throw PathTemplateError(template: text, reason: "a fragment is never sent")
    }
    var segments: [Segment] = []
    var restIndex: Int?
    var written: [String?] = []
    // So few that a set would be slower.
    var names: [String] = []
    let pieces = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for piece in pieces where !(pieces.count == 1 && piece.isEmpty) {
      let segment = try Self.segment(piece, in: text)
      switch segment {
      case .literal: written.append(PercentEncoding.isUnreserved(Self.text(piece)) ? nil : Self.sent(piece, also: []))
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
            template: text, reason: "`\(Self.text(piece))` is a second placeholder of several segments")
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
    _ piece: ArraySlice<UInt8>, in template: String
  ) throws(PathTemplateError) -> Segment {
    if piece.first == UInt8(ascii: ":") {
      return .placeholder(try name(piece.dropFirst(), in: template))
    }
    if piece.first == UInt8(ascii: "{") && piece.last == UInt8(ascii: "}") {
      let inner = piece.dropFirst().dropLast()
      if inner.suffix(3).elementsEqual("...".utf8) { return .rest(try name(inner.dropLast(3), in: template)) }
      return .placeholder(try name(inner, in: template))
    }
    guard !piece.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: " ") })
    else {
      throw PathTemplateError(template: template, reason: "`\(text(piece))` must be one placeholder or plain text")
    }
    guard let literal = PercentEncoding.decode(piece), literal != ".", literal != ".." else {
      throw PathTemplateError(template: template, reason: "`\(text(piece))` is not a segment")
    }
    return .literal(literal)
  }

  private static func name(_ bytes: ArraySlice<UInt8>, in template: String) throws(PathTemplateError) -> String {
    let text = text(bytes)
    guard !text.isEmpty, bytes.allSatisfy(isPlainNameByte) || text.allSatisfy(isNameCharacter) else {
      throw PathTemplateError(template: template, reason: "a placeholder needs a name of letters, digits, `_` and `-`")
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
      else { throw PathTemplateError(template: template, reason: "`\(member)` is not percent-encoded") }
      constants.append(QueryConstant(name: name, value: value))
    }
    return constants
  }

  /// A text as it is sent: what may stand in a path (RFC 3986 §3.3) and `also` as it is written, the rest percent-encoded.
  private static func sent(_ text: ArraySlice<UInt8>, also: some Sequence<UInt8>) -> String {
    var sent: [UInt8] = []
    for byte in text {
      if PercentEncoding.isUnreserved(byte) || "!$&'()*+,;=:@%".utf8.contains(byte) || also.contains(byte) {
        sent.append(byte)
      } else {
        sent.append(UInt8(ascii: "%"))
        sent += (byte < 0x10 ? "0" : "").utf8
        sent += String(byte, radix: 16, uppercase: true).utf8
      }
    }
    return String(decoding: sent, as: UTF8.self)
  }

  /// Appends the literal at an index as it is sent.
  func appendLiteral(_ literal: String, at index: Int, to text: inout String) {
    if let written = written[index] { text += written } else { text += literal }
  }

  /// The names of the placeholders in order.
  public var placeholders: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .placeholder(let name), .rest(let name): name
      }
    }
  }

  /// The template with `{name}` placeholders and without its query.
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
  /// True for templates of the same requests: what is written in two ways and means one text is equal.
  public static func == (left: PathTemplate, right: PathTemplate) -> Bool {
    left.segments == right.segments && left.constants == right.constants
  }

  /// Hashes what counts for equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(constants)
  }
}

extension PathTemplate: ExpressibleByStringLiteral {
  /// The template written as a literal. Traps when it is not one, which is a mistake in the source.
  public init(stringLiteral text: String) {
    do { self = try PathTemplate(text) } catch { preconditionFailure(error.description) }
  }
}

/// A path template is malformed.
public struct PathTemplateError: Error, Hashable, CustomStringConvertible {
  /// The text of the template.
  public let template: String
  /// What is wrong with it.
  public let reason: String

  /// Says what is wrong with which template.
  public var description: String { "the path template `\(template)` is malformed: \(reason)" }
}
