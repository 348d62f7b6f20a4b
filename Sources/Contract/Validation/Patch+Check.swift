public import ContractCoding

// Rules apply to the value that a patch sets.

extension RequestEncoder {
  /// Checks the value that a patch sets.
  ///
  /// - Throws: ``InvalidInput`` with the first violated rule.
  public func check<Value>(
    _ location: ParameterLocation, _ name: String, _ patch: Patch<Value>, _ rules: [Validation<Value>]
  ) throws {
    try check(location, name, patch.value, rules)
  }
}

extension RequestDecoder {
  /// Records every rule that the value of a patch violates.
  public mutating func check<Value>(
    _ location: ParameterLocation, _ name: String, _ patch: Patch<Value>?, _ rules: [Validation<Value>]
  ) {
    check(location, name, .some(patch?.value), rules)
  }
}

extension Decoder {
  /// Records every rule that the value of a patch violates. Called by generated code.
  public func _contractCheck<Key: CodingKey, Value>(
    _ key: Key, _ patch: Patch<Value>, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    _contractCheck(key, patch.value, rules())
  }
}

extension SchemaReader {
  /// Records every rule that the value of a patch violates. Called by generated code.
  public mutating func check<Value>(
    _ object: SchemaObject, _ member: Int, _ patch: Patch<Value>?, _ rules: @autoclosure () -> [Validation<Value>]
  ) {
    check(object, member, patch?.value, rules())
  }
}
