extension RequestDecoder {
  /// Records every rule that a value violates.
  ///
  /// - Parameters:
  ///   - name: the input's name; empty for the whole body.
  ///   - value: the decoded value. Not checked when decoding failed or an optional input is nil.
  @inlinable
  @inline(never)
  public mutating func check<Value>(
    _ place: InputPlace, _ name: String, _ value: Value??, _ rules: [Validation<Value>]
  ) {
    guard case .some(.some(let value)) = value else { return }
    // Specialized for the value's type, to avoid a lookup of the rules' type at run time. Iterates by index, to copy
    // only the closure of each rule.
    for index in rules.indices {
      let found = rules[index].violations(value)
      if !found.isEmpty { refuse(place, name, found) }
    }
  }

  @usableFromInline
  mutating func refuse(_ place: InputPlace, _ name: String, _ violations: [ValidationViolation]) {
    for violation in violations { fail(failure(place, name, violation)) }
  }

  /// Records every rule that a value violates.
  public mutating func check<Value>(
    _ place: InputPlace, _ name: String, _ value: Value??, _ rules: Validation<Value>...
  ) {
    check(place, name, value, rules)
  }

  private func failure(_ place: InputPlace, _ name: String, _ violation: ValidationViolation) -> InputFailure {
    switch place {
    case .path, .header: .broken(place, name + violation.brackets, violation.requirement)
    case .query: .broken(place, wireName(name, in: .query) + violation.brackets, violation.requirement)
    case .body: .broken(place, pointer(name) + violation.steps.map { "/\($0)" }.joined(), violation.requirement)
    }
  }

  /// Returns the JSON Pointer (RFC 6901) of a field; empty for the whole body.
  func pointer(_ name: String) -> String {
    name.isEmpty ? "" : "/" + JSONPointer.token(wireName(name, in: .body))
  }
}

extension InputFailure {
  /// Returns the failure for a value that violates a rule. The message does not contain the value.
  static func broken(_ place: InputPlace, _ name: String, _ requirement: String) -> InputFailure {
    let mustBe = "must be "
    return InputFailure(
      place, name, .invalid,
      expected: requirement.hasPrefix(mustBe) ? String(requirement.dropFirst(mustBe.count)) : requirement,
      message: "\(place) value `\(label(place, name))` \(requirement)")
  }
}
