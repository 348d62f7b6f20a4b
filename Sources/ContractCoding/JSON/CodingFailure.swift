/// A missing or invalid value in received data, with its location, the kind of error and the expected value.
public struct CodingFailure: Sendable, Hashable {
  /// The kind of a failure. Codes are part of problem bodies, so programs may depend on them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The string in problem bodies.
    public let rawValue: String

    /// Creates a code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The value is missing.
    public static let missing = Code(rawValue: "missing")
    /// The value has the wrong type: a string for a number, `1.5` for an integer, null for a required value.
    public static let type = Code(rawValue: "type")
    /// The value has the right type but is not allowed: a number out of range, an invalid date, a value rejected by its
    /// type.
    public static let invalid = Code(rawValue: "invalid")
    /// A single value was sent repeatedly, in a form or query.
    public static let repeated = Code(rawValue: "repeated")
    /// A value is not percent-encoded UTF-8, in a form or query.
    public static let syntax = Code(rawValue: "syntax")
  }

  /// The location as a JSON Pointer (RFC 6901): `/items/1/sku`, or `""` for the whole document.
  public var pointer: String

  /// The kind of the failure.
  public var code: Code

  /// A description of the expected value: `Int`, `[Int]`, `UUID`, `one of "open", "done"`.
  public var expected: String

  /// An excerpt of the actual value, truncated to 64 characters; nil when it is missing.
  public var found: String?

  /// The requirement of the violated rule, such as `must be from 1 to 100`; nil for other failures.
  package var requirement: String?

  /// Creates a failure.
  public init(pointer: String, code: Code, expected: String, found: String? = nil) {
    self.pointer = pointer
    self.code = code
    self.expected = expected
    self.found = found
  }
}
