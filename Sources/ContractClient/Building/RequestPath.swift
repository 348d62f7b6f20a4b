public import Contract
internal import ContractHTTP

/// A part of a path, optionally with a query, written as a string literal.
///
/// ```swift
/// client("users/all")                      // GET …/users/all
/// client("users/\(user.id)/notes/\(name)")
/// client("search?sort=new&text=\(text)")
/// ```
///
/// In the literal `/` separates segments, `?` begins a query, and percent-encoding is kept. Characters that a path
/// cannot contain are percent-encoded; others, such as `:` and `@`, are sent as written. Interpolated values are
/// percent-encoded, including `/`, `?`, `:` and `%`, so they never end a segment. The call throws for an empty segment, `.`
/// or `..`, because servers and proxies resolve them.
public struct RequestPath: Sendable, ExpressibleByStringInterpolation {
  /// An encoded path segment.
  struct Segment: Sendable, Hashable {
    var text = ""
    /// True if the segment contains a value.
    var isValue = false
  }

  private(set) var segments: [Segment] = []
  /// The encoded query without `?`; nil for none.
  private(set) var query: String?
  private(set) var endsWithSlash = false
  /// The reason why the path is invalid; nil for a valid one.
  private(set) var fault: String?

  init() {}

  /// Creates a path from a string, interpreted like a literal: `client(RequestPath(reference))`.
  public init(_ text: String) { self.init(stringLiteral: text) }

  /// Creates a path from a literal.
  public init(stringLiteral text: String) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.appendLiteral(text)
    self.init(stringInterpolation: interpolation)
  }

  /// Creates a path from a literal and its values.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.finished()
  }

  /// Creates a path with a single segment from a value.
  init(value text: String?) {
    var interpolation = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    interpolation.append(value: text)
    self.init(stringInterpolation: interpolation)
  }

  /// The parts of a path literal and its values.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var path = RequestPath()
    private var segment: Segment?
    private var isAtStart = true

    /// Creates an empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) {
      var rest = literal[...]
      if rest.contains(byte: "#") { refuse("has a fragment, which is never sent; remove it") }
      if path.query == nil {
        appendSegments(rest.prefix(toByte: "?"))
        guard let query = rest.cut(atByte: "?")?.back else { return }
        rest = query
        path.query = ""
      }
      path.query? += Self.visible(rest)
    }

    private mutating func appendSegments(_ text: Substring) {
      // NUL is refused here, because the error of the percent-decoder would give another reason.
      if text.utf8.contains(0) { refuse("has NUL; remove it") }
      for (index, part) in text.split(atByte: "/", keepsEmpty: true).enumerated() {
        if index > 0 {
          endSegment(isAtEnd: false)
          segment = Segment()
        }
        guard !part.isEmpty else { continue }
        guard let decoded = PercentEncoding.decode(ArraySlice(part.utf8)) else {
          refuse("has an invalid percent-encoding; write `%` as `%25`")
          continue
        }
        segment = segment ?? Segment()
        segment?.text += PercentEncoding.isUnreserved(decoded) ? decoded : Self.sent(part)
      }
    }

    /// Ends a segment. A leading slash adds no segment.
    private mutating func endSegment(isAtEnd: Bool) {
      defer { isAtStart = false }
      guard let segment else {
        if !isAtStart { refuse("has an empty segment; remove a slash") }
        return
      }
      if segment.text.isEmpty, !segment.isValue, isAtEnd {
        path.endsWithSlash = true
      } else if segment.text.isEmpty {
        refuse(segment.isValue ? "has an empty value; send another value" : "has an empty segment; remove a slash")
      } else if segment.text == "." || segment.text == ".." {
        refuse("has the segment `\(segment.text)`, which servers resolve; send another value")
      } else {
        path.segments.append(segment)
      }
    }

    fileprivate mutating func append(value text: String?) {
      guard let text else { return refuse("has a value without a string representation") }
      guard !text.utf8.contains(0) else { return refuse("has a value with NUL; remove it") }
      if path.query != nil {
        path.query? += PercentEncoding.encoded(text, for: .component)
      } else {
        segment = segment ?? Segment()
        PercentEncoding.encode(text, for: .component, into: &segment!.text)
        segment?.isValue = true
      }
    }

    private mutating func refuse(_ reason: String) {
      if path.fault == nil { path.fault = "the path \(reason)" }
    }

    fileprivate consuming func finished() -> RequestPath {
      if segment != nil { endSegment(isAtEnd: true) }
      return path
    }

    /// Returns the segment of a literal, in which the characters that a path cannot contain are percent-encoded.
    /// Encoded characters stay encoded, except for unreserved ones (RFC 3986 §2.3), because servers may distinguish
    /// `%3A` from `:`.
    private static func sent(_ text: Substring) -> String {
      var sent: [UInt8] = []
      var rest = text.utf8
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          append(byte, isKept: PercentEncoding.isPathCharacter(byte), to: &sent)
          continue
        }
        // The caller has decoded the text, so every `%` has two digits.
        guard let high = rest.popFirst().flatMap(HexDigit.value), let low = rest.popFirst().flatMap(HexDigit.value)
        else { break }
        let decoded = high << 4 | low
        append(decoded, isKept: PercentEncoding.isUnreserved(decoded), to: &sent)
      }
      return String(decoding: sent, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, isKept: Bool, to sent: inout [UInt8]) {
      if isKept { sent.append(byte) } else { HexDigit.appendEncoded(byte, to: &sent) }
    }

    /// Returns the query of a literal, with the characters percent-encoded that a URL cannot contain.
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
  /// Appends a value.
  public mutating func appendInterpolation<T: ParameterValue>(_ value: T) { append(value: value.parameterText) }

  /// Appends an enumeration's raw value.
  @_disfavoredOverload
  public mutating func appendInterpolation<T: RawRepresentable>(_ value: T) where T.RawValue: ParameterValue {
    append(value: value.rawValue.parameterText)
  }

  /// Appends a value's description.
  @_disfavoredOverload
  public mutating func appendInterpolation<T: LosslessStringConvertible>(_ value: T) {
    append(value: value.description)
  }
}
