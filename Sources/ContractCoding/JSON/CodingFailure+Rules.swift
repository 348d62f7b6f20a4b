extension CodingFailure {
  /// Creates a failure for a value that violates a rule of its contract. The value is not included.
  ///
  /// - Parameter requirement: the requirement of the rule, such as `must be from 1 to 100`.
  package init(pointer: String, brokenRule requirement: String) {
    let mustBe = "must be "
    self.init(
      pointer: pointer, code: .invalid,
      expected: requirement.hasPrefix(mustBe) ? String(requirement.dropFirst(mustBe.count)) : requirement)
    self.requirement = requirement
  }
}
