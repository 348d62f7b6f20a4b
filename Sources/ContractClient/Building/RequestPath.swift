public import Contract

/// A piece of a path, and perhaps a query, as it is written in a program.
///
/// ```swift
/// client("users/all")                      // GET …/users/all
/// client("users/\(user.id)/notes/\(name)")
/// client("search?sort=new&text=\(text)")
/// ```
///
/// The literal text is taken as it stands: `/` separates segments, and a query follows `?`. What is interpolated is a
/// value: it is percent-encoded, and no `/`, `?` or `%` in it ends its segment. An empty segment, `.` and `..` are refused
/// by the call, because servers and proxies take them for navigation.
public struct RequestPath: Sendable, ExpressibleByStringInterpolation {
  /// One segment as it is sent.
  struct Segment: Sendable, Hashable {
    var text = ""
    /// True when it has a value in it.
    var isValue = false
  }

  private(set) var segments: [Segment] = []
  /// The query as it is sent, without `?`; nil without one.
  private(set) var query: String?
  private(set) var endsWithSlash = false
  private(set) var mistake: String?

  init() {}

  /// A path that is known at run time, taken as it stands as that of a literal is: `client(RequestPath(reference))`.
  public init(_ text: String) { self.init(stringLiteral: text) }

  /// The pieces of a literal.
  public init(stringLiteral text: String) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.appendLiteral(text)
    self.init(stringInterpolation: interpolation)
  }

  /// The pieces of a literal and the values in it.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.finished()
  }

  /// One segment that is a value.
  init(value text: String?) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.append(value: text)
    self.init(stringInterpolation: interpolation)
  }

  /// Collects a path from literal text and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var path = RequestPath()
    private var segment: Segment?
    private var isAtStart = true

    /// An empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Takes text as it stands.
    public mutating func appendLiteral(_ literal: String) {
      var rest = literal[...]
      if rest.contains(byte: "#") { refuse("has a fragment, which is never sent") }
      if path.query == nil {
        appendSegments(rest.prefix(toByte: "?"))
        guard let query = rest.cut(atByte: "?")?.back else { return }
        rest = query
        path.query = ""
      }
      path.query? += Self.visible(rest)
    }

    private mutating func appendSegments(_ text: Substring) {
      for (index, piece) in text.split(atByte: "/", keepsEmpty: true).enumerated() {
        if index > 0 {
          endSegment(isAtEnd: false)
          segment = Segment()
        }
        guard !piece.isEmpty else { continue }
        guard let decoded = PercentEncoding.decode(ArraySlice(piece.utf8)) else {
          refuse("has a `%` that begins no percent-encoded UTF-8")
          continue
        }
        segment = segment ?? Segment()
        PercentEncoding.encode(decoded, for: .component, into: &segment!.text)
      }
    }

    /// A slash at the start separates nothing.
    private mutating func endSegment(isAtEnd: Bool) {
      defer { isAtStart = false }
      guard let segment else {
        if !isAtStart { refuse("has an empty segment") }
        return
      }
      if segment.text.isEmpty, !segment.isValue, isAtEnd {
        path.endsWithSlash = true
      } else if segment.text.isEmpty || segment.text == "." || segment.text == ".." {
        refuse("has the segment `\(segment.text)`, which servers take for navigation; send another value")
      } else {
        path.segments.append(segment)
      }
    }

    fileprivate mutating func append(value text: String?) {
      guard let text else { return refuse("has a value without text") }
      guard !text.utf8.contains(0) else { return refuse("has a value with NUL, which cannot travel there") }
      if path.query != nil {
        path.query? += PercentEncoding.encoded(text, for: .component)
      } else {
        segment = segment ?? Segment()
        PercentEncoding.encode(text, for: .component, into: &segment!.text)
        segment?.isValue = true
      }
    }

    private mutating func refuse(_ reason: String) {
      if path.mistake == nil { path.mistake = "the path \(reason)" }
    }

    fileprivate consuming func finished() -> RequestPath {
      if segment != nil { endSegment(isAtEnd: true) }
      return path
    }

    /// Query text of a literal: what cannot travel as it is, is percent-encoded.
    private static func visible(_ text: Substring) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        if (0x21...0x7E).contains(scalar.value) {
          result.unicodeScalars.append(scalar)
        } else {
          result += PercentEncoding.encoded(String(scalar), for: .component)
        }
      }
      return result
    }
  }
}

extension RequestPath.StringInterpolation {
  /// Takes a value.
  public mutating func appendInterpolation<T: ParameterValue>(_ value: T) { append(value: value.parameterText) }

  /// Takes an enumeration's raw value.
  @_disfavoredOverload
  public mutating func appendInterpolation<T: RawRepresentable>(_ value: T) where T.RawValue: ParameterValue {
    append(value: value.rawValue.parameterText)
  }

  /// Takes a value by its description.
  @_disfavoredOverload
  public mutating func appendInterpolation<T: LosslessStringConvertible>(_ value: T) {
    append(value: value.description)
  }
}
