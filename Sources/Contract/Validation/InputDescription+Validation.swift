extension [InputDescription] {
  /// The same inputs, of which this one has these rules. Generated code says so behind the list of inputs.
  ///
  /// - Parameter name: the input's name in the list, which is `body` for the whole content.
  public func checked<Value>(
    _ place: InputPlace, _ name: String, _ rules: [Validation<Value>]
  ) -> [InputDescription] {
    map { input in
      guard input.place == place, input.name == name else { return input }
      var input = input
      for rule in rules { input.validation += rule.keywords }
      return input
    }
  }
}
