extension CodingFailure {
  /// A value of the right type that breaks a rule of its contract. The value itself is not repeated.
  ///
  /// - Parameter requirement: What the rule demands, such as `must be from 1 to 100`.
  package init(pointer: String, brokenRule requirement: String) {
    let mustBe = "must be "
    self.init(
      pointer: pointer, code: .invalid,
      expected: requirement.hasPrefix(mustBe) ? String(requirement.dropFirst(mustBe.count)) : requirement)
    self.requirement = requirement
  }
}
