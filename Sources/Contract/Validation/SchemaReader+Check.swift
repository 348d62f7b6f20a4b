extension Decoder {
  /// Records every rule that a member violates while a server decodes a request. Called at the end of the generated
  /// `init(from:)` of a type with `@Schema`.
  public func _contractCheck<Key: CodingKey, Value>(
    _ key: Key, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    guard let sink = RuleSink.current, let value else { return }
    for rule in rules() {
      let violations = sink.counting { rule.violations(value, &$0) }
      for violation in violations {
        sink.refuse(key, of: self, steps: violation.steps, violation.requirement)
      }
    }
  }

  /// Records every rule that an element violates while a server decodes a request. Called at the end of the generated
  /// `init(from:)` of a type with `@Positional`.
  public func _contractCheck<Value>(_ index: Int, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]) {
    guard let sink = RuleSink.current, let value else { return }
    for rule in rules() {
      for violation in sink.counting({ rule.violations(value, &$0) }) {
        sink.refuse(index, of: self, steps: violation.steps, violation.requirement)
      }
    }
  }
}

extension SchemaReader {
  /// Records every rule that a member violates, if rules are checked, as in a server that reads a request.
  ///
  /// - Parameters:
  ///   - object: the object whose members have been read.
  ///   - member: the index of the member.
  ///   - value: the decoded value. Not checked when decoding failed or an optional member is nil.
  public mutating func check<Value>(
    _ object: SchemaObject, _ member: Int, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    guard checksRules, let value else { return }
    for rule in rules() {
      for violation in rule.violations(value, &patternSteps) {
        refuse(object, member, steps: violation.steps, violation.requirement)
      }
    }
  }

  /// Records every rule that an element violates, if rules are checked, as in a server that reads a request.
  ///
  /// - Parameters:
  ///   - positions: the array whose elements have been read.
  ///   - index: the index of the element.
  ///   - value: the decoded value. Not checked when decoding failed or an optional element is nil.
  public mutating func check<Value>(
    _ positions: SchemaPositions, _ index: Int, _ value: Value?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    guard checksRules, let value else { return }
    for rule in rules() {
      for violation in rule.violations(value, &patternSteps) {
        refuse(positions, index, steps: violation.steps, violation.requirement)
      }
    }
  }
}
