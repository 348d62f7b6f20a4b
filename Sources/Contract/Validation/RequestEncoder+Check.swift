extension RequestEncoder {
  // This function is inlinable, because unspecialized code looks up the types of the value at run time for each call.

  /// Checks a value against rules.
  ///
  /// - Parameters:
  ///   - name: the input's name; empty for the whole body.
  ///   - value: the value; nil satisfies every rule.
  /// - Throws: ``InvalidInput`` with the first violated rule.
  @inlinable
  public func check<Value>(_ location: ParameterLocation, _ name: String, _ value: Value?, _ rules: [Validation<Value>])
    throws
  {
    guard let value else { return }
    var steps = 0
    for rule in rules {
      let violations = rule.violations(value, &steps)
      if !violations.isEmpty { try refuse(location, name, violations) }
    }
  }

  @usableFromInline
  func refuse(_ location: ParameterLocation, _ name: String, _ violations: [ValidationViolation]) throws {
    guard let violation = violations.first else { return }
    throw InvalidInput(location, name + violation.brackets, reason: violation.requirement)
  }

  /// Checks a value against rules.
  ///
  /// - Throws: ``InvalidInput`` with the first violated rule.
  public func check<Value>(
    _ location: ParameterLocation, _ name: String, _ value: Value?, _ rules: Validation<Value>...
  ) throws {
    try check(location, name, value, rules)
  }
}

extension ValidationViolation {
  /// The path from a value to the violation, such as `[0][1]`.
  var brackets: String { steps.map { "[\($0)]" }.joined() }
}
