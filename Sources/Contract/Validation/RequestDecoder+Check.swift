extension RequestDecoder {
  /// Records every rule that a value breaks, in each of its places.
  ///
  /// - Parameters:
  ///   - name: the input's name; empty for the whole content.
  ///   - value: what was read. Nothing is checked when reading failed, or when an optional input is nil.
  @inlinable
  @inline(never)
  public mutating func check<Value>(
    _ place: InputPlace, _ name: String, _ value: Value??, _ rules: [Validation<Value>]
  ) {
    guard case .some(.some(let value)) = value else { return }
    // Here, where the type is known: elsewhere the rules' own type would have to be asked for at run time.
    // By index, so that nothing of a rule is copied but what is called.
    for index in rules.indices {
      let found = rules[index].violations(value)
      if !found.isEmpty { refuse(place, name, found) }
    }
  }

  @usableFromInline
  mutating func refuse(_ place: InputPlace, _ name: String, _ violations: [ValidationViolation]) {
    for violation in violations { fail(failure(place, name, violation)) }
  }

  /// Records every rule that a value breaks, in each of its places.
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

  /// The JSON Pointer (RFC 6901) of a field; empty for the whole content.
  func pointer(_ name: String) -> String {
    name.isEmpty ? "" : "/" + JSONPointer.token(wireName(name, in: .body))
  }
}

extension InputFailure {
  /// A value is of its type and breaks a rule. The value itself is not repeated.
  static func broken(_ place: InputPlace, _ name: String, _ requirement: String) -> InputFailure {
    let mustBe = "must be "
    return InputFailure(
      place, name, .invalid,
      expected: requirement.hasPrefix(mustBe) ? String(requirement.dropFirst(mustBe.count)) : requirement,
      message: "\(place) value `\(label(place, name))` \(requirement)")
  }
}
