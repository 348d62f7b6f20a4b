extension RequestEncoder {
  // Inlinable, because code that does not know `Value` looks its types up at run time, for each call.

  /// Refuses a value that breaks a rule.
  ///
  /// - Parameters:
  ///   - name: the input's name; empty for the whole content.
  ///   - value: the value; nil satisfies every rule.
  /// - Throws: ``InvalidInput`` with the first broken rule.
  @inlinable
  public func check<Value>(_ place: InputPlace, _ name: String, _ value: Value?, _ rules: [Validation<Value>]) throws {
    guard let value else { return }
    for rule in rules {
      let violations = rule.violations(value)
      if !violations.isEmpty { try refuse(place, name, violations) }
    }
  }

  @usableFromInline
  func refuse(_ place: InputPlace, _ name: String, _ violations: [ValidationViolation]) throws {
    guard let violation = violations.first else { return }
    throw InvalidInput(place, name + violation.brackets, reason: violation.requirement)
  }

  /// Refuses a value that breaks a rule.
  ///
  /// - Throws: ``InvalidInput`` with the first broken rule.
  public func check<Value>(_ place: InputPlace, _ name: String, _ value: Value?, _ rules: Validation<Value>...) throws {
    try check(place, name, value, rules)
  }
}

extension ValidationViolation {
  /// The place below a value as `[0][1]`.
  var brackets: String { steps.map { "[\($0)]" }.joined() }
}
