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
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0]
    guard path.first == "/" else { throw PathTemplateError(template: text, reason: "it must begin with `/`") }
    guard !text.contains("#") else { throw PathTemplateError(template: text, reason: "a fragment is never sent") }
    var segments: [Segment] = []
    var names: Set<String> = []
    let pieces = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() where !(pieces.count == 1 && piece.isEmpty) {
      let segment = try Self.segment(piece, in: text)
      switch segment {
      case .literal: break
      case .placeholder(let name), .rest(let name):
        guard names.insert(name).inserted else {
          throw PathTemplateError(template: text, reason: "the placeholder `\(name)` occurs twice")
        }
      }
      if case .rest = segment, index != pieces.count - 1 {
        throw PathTemplateError(template: text, reason: "`\(piece)` must be the last segment")
      }
      segments.append(segment)
    }
    self.segments = segments
    self.constants = try parts.count == 2 ? Self.constants(parts[1], in: text) : []
  }

  private static func segment(_ piece: Substring, in template: String) throws(PathTemplateError) -> Segment {
    if piece.first == ":" {
      return .placeholder(try name(piece.dropFirst(), in: template))
    }
    if piece.first == "{" && piece.last == "}" {
      let inner = piece.dropFirst().dropLast()
      if inner.hasSuffix("...") { return .rest(try name(inner.dropLast(3), in: template)) }
      return .placeholder(try name(inner, in: template))
    }
    guard !piece.contains("{"), !piece.contains("}"), !piece.contains(" ") else {
      throw PathTemplateError(template: template, reason: "`\(piece)` must be one placeholder or plain text")
    }
    guard let literal = PercentEncoding.decode(ArraySlice(piece.utf8)), literal != ".", literal != ".." else {
      throw PathTemplateError(template: template, reason: "`\(piece)` is not a segment")
    }
    return .literal(literal)
  }

  private static func name(_ text: Substring, in template: String) throws(PathTemplateError) -> String {
    guard !text.isEmpty, text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else {
      throw PathTemplateError(template: template, reason: "a placeholder needs a name of letters, digits, `_` and `-`")
    }
    return String(text)
  }

  private static func constants(_ query: Substring, in template: String) throws(PathTemplateError) -> [QueryConstant] {
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
    "/"
      + segments.map { segment in
        switch segment {
        case .literal(let text): PercentEncoding.encoded(text, for: .component)
        case .placeholder(let name): "{\(name)}"
        case .rest(let name): "{\(name)...}"
        }
      }.joined(separator: "/")
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
