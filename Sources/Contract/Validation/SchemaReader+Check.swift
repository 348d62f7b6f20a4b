extension Decoder {
  /// Records every rule that a member breaks, where a server reads a request through `Codable`; what `init(from:)` of a
  /// type with `@Schema` ends with.
  public func _contractCheck<Key: CodingKey, Value>(
    _ key: Key, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    guard let sink = RuleSink.current, let value else { return }
    for rule in rules() {
      for violation in rule.violations(value) {
        sink.refuse(key, of: self, steps: violation.steps, violation.requirement)
      }
    }
  }
}

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
