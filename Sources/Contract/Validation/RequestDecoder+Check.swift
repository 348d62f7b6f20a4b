extension RequestDecoder {
  /// Records every rule that a value violates.
  ///
  /// - Parameters:
  ///   - name: the input's name; empty for the whole body.
  ///   - value: the decoded value. Not checked when decoding failed or an optional input is nil.
  @inlinable
  @inline(never)
  public mutating func check<Value>(
    _ location: ParameterLocation, _ name: String, _ value: Value??, _ rules: [Validation<Value>]
  ) {
    guard case .some(.some(let value)) = value else { return }
    // This function is specialized for the value's type, to avoid a lookup of the rules' type at run time. It iterates
    // by index, to copy only the closure of each rule.
    var steps = 0
    for index in rules.indices {
      let found = rules[index].violations(value, &steps)
      if !found.isEmpty { refuse(location, name, found) }
    }
  }

  @usableFromInline
  mutating func refuse(_ location: ParameterLocation, _ name: String, _ violations: [ValidationViolation]) {
    for violation in violations { fail(failure(location, name, violation)) }
  }

  /// Records every rule that a value violates.
  public mutating func check<Value>(
    _ location: ParameterLocation, _ name: String, _ value: Value??, _ rules: Validation<Value>...
  ) {
    check(location, name, value, rules)
  }

  private func failure(_ location: ParameterLocation, _ name: String, _ violation: ValidationViolation) -> InputFailure
  {
    switch location {
    case .path, .header, .cookie: .broken(location, name + violation.brackets, violation.requirement)
    case .query: .broken(location, wireName(name, in: .query) + violation.brackets, violation.requirement)
    case .body: .broken(location, pointer(name) + violation.steps.map { "/\($0)" }.joined(), violation.requirement)
    }
  }

  /// Returns the JSON Pointer (RFC 6901) of a field; empty for the whole body.
  func pointer(_ name: String) -> String {
    name.isEmpty ? "" : "/" + JSONPointer.token(wireName(name, in: .body))
  }
}

extension InputFailure {
  /// Returns the failure for a value that violates a rule. The message does not contain the value.
  static func broken(_ location: ParameterLocation, _ name: String, _ requirement: String) -> InputFailure {
    let mustBe = "must be "
    return InputFailure(
      location, name, .invalid,
      expected: requirement.hasPrefix(mustBe) ? String(requirement.dropFirst(mustBe.count)) : requirement,
      message: "\(location) value `\(label(location, name))` \(requirement)")
  }
}
