/// One value that is missing or wrong in what a peer has sent: where, how, and what should have been there.
public struct CodingFailure: Sendable, Hashable {
  /// The kinds of failures. Codes travel in problem bodies, so a program may depend on them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word on the wire.
    public let rawValue: String

    /// A code with its word on the wire.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Nothing is there.
    public static let missing = Code(rawValue: "missing")
    /// A value of another kind is there: a string for a number, `1.5` for an integer, null for a value.
    public static let type = Code(rawValue: "type")
    /// The kind is right and the value is not: a number out of range, a text that spells no date, a refused value.
    public static let invalid = Code(rawValue: "invalid")
    /// One value is wanted, and several came under its name; in forms and queries.
    public static let repeated = Code(rawValue: "repeated")
    /// A text is not percent-encoded UTF-8; in forms and queries.
    public static let syntax = Code(rawValue: "syntax")
  }

  /// The place, as a JSON Pointer (RFC 6901): `/items/1/sku`, or `""` for the whole document.
  public var pointer: String

  /// What is wrong.
  public var code: Code

  /// What should be there, readably: `Int`, `[Int]`, `UUID`, `one of "open", "done"`.
  public var expected: String

  /// A short rendering of what is there instead, cut after 64 characters; nil when nothing is.
  public var found: String?

  /// What a rule demands that the value breaks, as `must be from 1 to 100`; nil for other failures.
  package var requirement: String?

  /// A failure.
  public init(pointer: String, code: Code, expected: String, found: String? = nil) {
    self.pointer = pointer
    self.code = code
    self.expected = expected
    self.found = found
  }
}
