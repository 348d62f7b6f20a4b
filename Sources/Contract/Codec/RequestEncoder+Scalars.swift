// The most frequent types, without generics: compiled once here, they need no metadata at run time and no code in the
// contract. Their names need no overload resolution, which takes a quarter of the time of checking a contract.

extension RequestEncoder {
  /// Writes an `Int`; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func int(_ location: ParameterLocation, _ name: String, _ value: Int?) throws {
    guard let value else { return try refuseAbsent(location, name) }
    try set(location, name, String(value))
  }

  /// Writes a `String`; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func string(_ location: ParameterLocation, _ name: String, _ value: String?) throws {
    guard let value else { return try refuseAbsent(location, name) }
    try set(location, name, value)
  }

  /// Writes a `Bool`; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func bool(_ location: ParameterLocation, _ name: String, _ value: Bool?) throws {
    guard let value else { return try refuseAbsent(location, name) }
    try set(location, name, operation.hasPlainWire ? value.parameterText : value.text(on: operation.wire))
  }

  /// Writes a `Double`; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func double(_ location: ParameterLocation, _ name: String, _ value: Double?) throws {
    guard let value else { return try refuseAbsent(location, name) }
    try set(location, name, value.parameterText)
  }

  /// Refuses an absent path value; other locations omit it.
  private func refuseAbsent(_ location: ParameterLocation, _ name: String) throws {
    if location == .path { try refuseAbsentPath(name) }
  }
}
