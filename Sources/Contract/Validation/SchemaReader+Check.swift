extension SchemaReader {
  /// Records every rule that a member breaks, where rules are checked: in a server that reads a request.
  ///
  /// - Parameters:
  ///   - object: the object whose members have been read.
  ///   - member: the member's position.
  ///   - value: what was read. Nothing is checked when reading failed, or when an optional member is nil.
  public mutating func check<Value>(
    _ object: SchemaObject, _ member: Int, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    guard checksRules, let value else { return }
    for rule in rules() {
      for violation in rule.violations(value) { refuse(object, member, steps: violation.steps, violation.requirement) }
    }
  }
}
