extension [InputDescription] {
  /// Returns the inputs with these rules added to one of them. Called by generated code.
  ///
  /// - Parameter name: the input's name in the list; `body` for the whole body.
  public func checked<Value>(
    _ location: ParameterLocation, _ name: String, _ rules: [Validation<Value>]
  ) -> [InputDescription] {
    map { input in
      guard input.location == location, input.name == name else { return input }
      var input = input
      for rule in rules { input.validation += rule.keywords }
      return input
    }
  }
}
