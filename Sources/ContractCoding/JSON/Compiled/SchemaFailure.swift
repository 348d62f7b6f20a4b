/// A failure recorded by a reader. It becomes a `CodingFailure` at the end, when the locations of values are computed.
struct SchemaFailure {
  /// The expected value.
  enum Expected {
    case type(any Any.Type)
    case text(String)
    /// The requirement of a rule on a part of the value.
    case rule(String, steps: [Int])
    /// Failures found by the Codable reader in the value, with relative locations.
    case failures([CodingFailure])
  }

  /// The offset of the value, or of the object in which it is missing.
  let offset: Int
  /// The name of the member; nil for the value itself.
  let member: String?
  let code: CodingFailure.Code
  var expected: Expected
  /// The index of the member in the innermost incomplete object.
  var order: Int

  init(
    offset: Int, member: String? = nil, order: Int = 0, _ code: CodingFailure.Code, _ expected: Expected
  ) {
    self.offset = offset
    self.member = member
    self.order = order
    self.code = code
    self.expected = expected
  }
}
