package import ContractCoding

/// A fault in one input of a request.
public struct InputFailure: Error, Hashable {
  /// The kind of a fault.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The value is absent, or is an empty query or form value that its type cannot represent.
    case missing
    /// The value cannot be parsed as its type.
    case type
    /// The value has the right type but violates a constraint.
    case invalid
    /// A single value was sent more than once.
    case repeated
    /// The body violates the syntax of its media type.
    case syntax
  }

  /// The location of the value in the request.
  public let location: ParameterLocation
  /// The name of a path, query or header value; the JSON Pointer (RFC 6901) of a body value, empty for the whole body.
  public let name: String
  /// The kind of the fault.
  public let code: Code
  /// The expected type or constraint, such as `Int`, if known.
  public let expected: String?
  /// One sentence for people.
  public let message: String

  /// Creates a failure.
  public init(_ location: ParameterLocation, _ name: String, _ code: Code, expected: String?, message: String) {
    self.location = location
    self.name = name
    self.code = code
    self.expected = expected
    self.message = message
  }

  /// Returns the failure for an absent value.
  ///
  /// - Parameter isEmpty: whether only its name was sent.
  static func missing(
    _ location: ParameterLocation, _ name: String, expected: String, isEmpty: Bool = false
  ) -> InputFailure {
    let message = "expected \(location) value `\(label(location, name))`"
    return InputFailure(
      location, name, .missing, expected: expected, message: isEmpty ? message + ", which is missing or empty" : message
    )
  }

  /// Returns the failure for a value of the wrong type. Pass nil as `found` for a secret or an overlong value.
  ///
  /// - Parameters:
  ///   - code: ``Code/invalid`` for a value that has the right type and violates a constraint.
  ///   - dates: the format of dates, for the example in the message.
  static func type(
    _ location: ParameterLocation, _ name: String, _ code: Code = .type, expected: String, found: String?,
    dates: DateStrategy = .rfc3339
  ) -> InputFailure {
    let fault = code == .invalid ? "is not valid" : "has the wrong type"
    let was = found.map { "`\(label(location, name))` was `\($0)`." } ?? "`\(label(location, name))` \(fault)."
    if code == .invalid, expected == CodingFailure.unknownExpectation {
      return InputFailure(location, name, code, expected: nil, message: was)
    }
    return InputFailure(
      location, name, code, expected: expected, message: "\(was) It must be \(phrase(expected, dates)).")
  }

  /// Returns the failure for a single value that was sent more than once.
  static func repeated(_ location: ParameterLocation, _ name: String, expected: String) -> InputFailure {
    let remedy = isPhrase(expected) ? expected : "one `\(expected)`"
    return InputFailure(
      location, name, .repeated, expected: expected,
      message: "\(location) value `\(label(location, name))` occurs more than once; send \(remedy)")
  }

  /// Creates a failure from one that a collecting decoder found in the body, or below a query name.
  ///
  /// - Parameters:
  ///   - dates: the format of dates, for the example in the message.
  ///   - nesting: the format of nested query names.
  package init(
    _ failure: CodingFailure, at location: ParameterLocation = .body, dates: DateStrategy = .rfc3339,
    nesting: URLFormOptions.NestingStyle = .brackets
  ) {
    let name = location == .body ? failure.pointer : Self.queryName(failure.pointer, nesting)
    if let requirement = failure.requirement {
      self = .broken(location, name, requirement)
    } else if failure.code == .missing {
      self = .missing(location, name, expected: failure.expected, isEmpty: failure.found == "")
    } else if failure.code == .repeated {
      self = .repeated(location, name, expected: failure.expected)
    } else if failure.code == .syntax {
      self.init(
        location, name, .syntax, expected: failure.expected,
        message: "\(location) value `\(Self.label(location, name))` is not \(failure.expected)")
    } else {
      let code: Code = failure.code == .type ? .type : .invalid
      self = .type(location, name, code, expected: failure.expected, found: failure.found, dates: dates)
    }
  }

  /// Returns a pointer as a nested query name: `/filter/status` becomes `filter[status]` or `filter.status`.
  private static func queryName(_ pointer: String, _ nesting: URLFormOptions.NestingStyle) -> String {
    let steps = JSONPointer.steps(of: pointer)
    return steps.dropFirst().reduce(steps.first ?? "") { nesting == .dots ? "\($0).\($1)" : "\($0)[\($1)]" }
  }

  /// Returns a type name with its article, such as `an Int`; other phrases are returned unchanged.
  private static func phrase(_ expected: String, _ dates: DateStrategy) -> String {
    if expected == "Date" { return "a `Date`" + spelling(dates) }
    if isPhrase(expected) { return expected }
    let isVowel = expected.first.map { "AEIOaeio".contains($0) || expected.hasPrefix("Unsigned") } ?? false
    return "\(isVowel ? "an" : "a") `\(expected)`"
  }

  /// Returns true for an expectation that is not the name of a type, such as `one of "open", "done"`.
  private static func isPhrase(_ expected: String) -> Bool {
    // The names of dictionaries and generic types contain spaces, too.
    if expected.hasPrefix("[") || expected.hasSuffix(">") { return false }
    return expected.contains { $0 == " " || $0 == "`" }
  }

  private static func spelling(_ dates: DateStrategy) -> String {
    switch dates {
    case .rfc3339: ", such as 2026-01-31T12:00:00Z"
    case .secondsSince1970: ", in seconds since 1970"
    case .millisecondsSince1970: ", in milliseconds since 1970"
    case .deferredToDate: ", in seconds since 2001"
    case .custom: ""
    }
  }

  /// Returns the name for use in a sentence: the JSON Pointer of a body value with dots, such as `owner.name`.
  static func label(_ location: ParameterLocation, _ name: String) -> String {
    guard location == .body, name.starts(withByte: "/") else { return name.isEmpty ? "body" : name }
    return JSONPointer.steps(of: name).joined(separator: ".")
  }
}

extension InputFailure.Code: CustomStringConvertible {
  /// The code on the wire.
  public var description: String { rawValue }
}
