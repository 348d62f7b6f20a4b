package import ContractCoding

/// One thing that is wrong with the inputs of a request.
public struct InputFailure: Error, Hashable {
  /// What is wrong.
  public enum Code: String, Hashable, Sendable {
    /// The value is absent, or its name was sent in a query or form without a text and its type has no value for that.
    case missing
    /// The value is not one of its type.
    case type
    /// The value is of its type but not allowed.
    case invalid
    /// The value occurs more often than it may.
    case repeated
    /// The content is not in its media type's syntax.
    case syntax
  }

  /// Where the value travels.
  public let place: InputPlace
  /// The name of a path, query or header value; the JSON Pointer (RFC 6901) of a body value, empty for the whole body.
  public let name: String
  /// What is wrong.
  public let code: Code
  /// What was expected, such as `Int`; nil when there is nothing to say.
  public let expected: String?
  /// One sentence for people.
  public let message: String

  /// A failure with these parts.
  public init(_ place: InputPlace, _ name: String, _ code: Code, expected: String?, message: String) {
    self.place = place
    self.name = name
    self.code = code
    self.expected = expected
    self.message = message
  }

  /// A value is absent.
  ///
  /// - Parameter isEmpty: whether its name was sent without a text.
  static func missing(
    _ place: InputPlace, _ name: String, expected: String, isEmpty: Bool = false
  ) -> InputFailure {
    let message = "expected \(place) value `\(label(place, name))`"
    return InputFailure(
      place, name, .missing, expected: expected, message: isEmpty ? message + ", which is missing or empty" : message)
  }

  /// A value is `found`, which is not of its type; nil when the value is a secret or too long to repeat.
  ///
  /// - Parameters:
  ///   - code: ``Code/invalid`` for a value that is of its type and not allowed.
  ///   - dates: how dates are spelled, which a reader of the message may not know.
  static func type(
    _ place: InputPlace, _ name: String, _ code: Code = .type, expected: String, found: String?,
    dates: DateStrategy = .rfc3339
  ) -> InputFailure {
    let fault = code == .invalid ? "is not valid" : "has the wrong type"
    let was = found.map { "`\(label(place, name))` was `\($0)`." } ?? "`\(label(place, name))` \(fault)."
    return InputFailure(
      place, name, code, expected: expected, message: "\(was) It must be \(phrase(expected, dates)).")
  }

  /// A single value occurs several times.
  static func repeated(_ place: InputPlace, _ name: String, expected: String) -> InputFailure {
    InputFailure(
      place, name, .repeated, expected: expected,
      message: "\(place) value `\(label(place, name))` occurs more than once; send one `\(expected)`")
  }

  /// What a collecting decoder found in the content, or below a name of the query.
  ///
  /// - Parameter dates: how dates are spelled there.
  package init(_ failure: CodingFailure, at place: InputPlace = .body, dates: DateStrategy = .rfc3339) {
    let name = place == .body ? failure.pointer : Self.bracketed(failure.pointer)
    if let requirement = failure.requirement {
      self = .broken(place, name, requirement)
    } else if failure.code == .missing {
      self = .missing(place, name, expected: failure.expected, isEmpty: failure.found == "")
    } else {
      let code: Code =
        switch failure.code {
        case .type: .type
        case .repeated: .repeated
        case .syntax: .syntax
        default: .invalid
        }
      self = .type(place, name, code, expected: failure.expected, found: failure.found, dates: dates)
    }
  }

  /// `/filter/status` as the name in a query that it stands for, `filter[status]`.
  private static func bracketed(_ pointer: String) -> String {
    let steps = JSONPointer.steps(of: pointer)
    return steps.dropFirst().reduce(steps.first ?? "") { "\($0)[\($1)]" }
  }

  /// `a String`, `an Int`, or the words as they are when they already say more than a type.
  private static func phrase(_ expected: String, _ dates: DateStrategy) -> String {
    if expected == "Date" { return "a `Date`" + spelling(dates) }
    guard !expected.contains(where: { $0 == " " || $0 == "`" }) else { return expected }
    let isVowel = expected.first.map { "AEIOaeio".contains($0) || expected.hasPrefix("Unsigned") } ?? false
    return "\(isVowel ? "an" : "a") `\(expected)`"
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

  /// A JSON Pointer reads as `owner.name` in sentences; a name is itself.
  static func label(_ place: InputPlace, _ name: String) -> String {
    guard place == .body, name.starts(withByte: "/") else { return name.isEmpty ? "body" : name }
    return JSONPointer.steps(of: name).joined(separator: ".")
  }
}

extension InputFailure.Code: CustomStringConvertible {
  /// The code as it travels.
  public var description: String { rawValue }
}

extension InputPlace: CustomStringConvertible {
  /// The place as it travels.
  public var description: String { rawValue }
}

/// A value that a client was given cannot travel where its endpoint puts it. Thrown before anything is sent.
public struct InvalidInput: Error, Hashable, CustomStringConvertible {
  /// Where the value would travel.
  public let place: InputPlace
  /// The value's name.
  public let name: String
  /// What is wrong and what to do.
  public let reason: String

  /// A value with this name cannot travel for this reason.
  public init(_ place: InputPlace, _ name: String, reason: String) {
    self.place = place
    self.name = name
    self.reason = reason
  }

  /// Says which value it is and what is wrong with it.
  public var description: String { name.isEmpty ? "the \(place) \(reason)" : "the \(place) value `\(name)` \(reason)" }
}
