/// What a reader remembers of a fault; it becomes a `CodingFailure` at the end, when the places of values are known.
struct SchemaNote {
  /// What should have been there.
  enum Expected {
    case type(any Any.Type)
    case text(String)
    /// What a rule demands, of a place inside the value.
    case rule(String, steps: [Int])
    /// What is wrong inside a value that the Codable reader has read, with places inside it.
    case failures([CodingFailure])
  }

  /// The offset of the value, or of the object that lacks it.
  let offset: Int
  /// The name of the member that is meant; nil for the value itself.
  let member: String?
  let code: CodingFailure.Code
  var expected: Expected
  /// The position of the member among those of the innermost object that is not complete.
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
