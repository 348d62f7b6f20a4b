/// A path with placeholders, such as `/todos/:id` or `/todos/{id}`.
///
/// A placeholder is a whole segment and stands for one percent-decoded segment of a request's path. The last segment may
/// be `{name...}`, which stands for the rest of the path, slashes included and possibly empty. A query after `?` is sent
/// as it is written, and a server answers 400 to a request without it.
public struct PathTemplate: Hashable, Sendable, CustomStringConvertible {
  /// One segment of a template.
  public enum Segment: Hashable, Sendable {
    /// This text, percent-decoded.
    case literal(String)
    /// Any one segment that is not empty; the value is called by this name.
    case placeholder(String)
    /// Everything from here to the end of the path.
    case rest(String)
  }

  /// The segments in order.
  public let segments: [Segment]
  /// The names and values of the query that the template fixes, decoded, in order.
  public let constants: [QueryConstant]

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
    // So few that a set would be slower.
    var names: [String] = []
    let pieces = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() where !(pieces.count == 1 && piece.isEmpty) {
      let segment = try Self.segment(piece, in: text)
      switch segment {
      case .literal: break
      case .placeholder(let name), .rest(let name):
        if names.contains(name) {
          throw PathTemplateError(template: text, reason: "the placeholder `\(name)` occurs twice")
        }
        names.append(name)
      }
      if case .rest = segment, index != pieces.count - 1 {
        throw PathTemplateError(template: text, reason: "`\(Self.text(piece))` must be the last segment")
      }
      segments.append(segment)
    }
    self.segments = segments
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
    for member in query.split(separator: "&") {
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(ArraySlice(parts[0].utf8), plusIsSpace: true),
        let value = PercentEncoding.decode(ArraySlice((parts.count == 2 ? parts[1] : "").utf8), plusIsSpace: true)
      else { throw PathTemplateError(template: template, reason: "`\(member)` is not percent-encoded") }
      constants.append(QueryConstant(name: name, value: value))
    }
    return constants
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
    for segment in segments {
      text += "/"
      switch segment {
      case .literal(let literal): PercentEncoding.encode(literal, for: .component, into: &text)
      case .placeholder(let name): text += "{\(name)}"
      case .rest(let name): text += "{\(name)...}"
      }
    }
    return text
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
