// Overloads for the most frequent types, which avoid generics: compiled once here, they need no metadata at run time
// and no code in the contract.

extension RequestEncoder {
  /// Writes a value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: Int) throws {
    try set(location, name, String(value))
  }

  /// Writes a value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: Int?) throws {
    if let value { try set(location, name, String(value)) } else { try refuseAbsent(location, name) }
  }

  /// Writes a value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: String) throws {
    try set(location, name, value)
  }

  /// Writes a value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: String?) throws {
    if let value { try set(location, name, value) } else { try refuseAbsent(location, name) }
  }

  /// Writes a value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: Bool) throws {
    try set(location, name, text(of: value))
  }

  /// Writes a value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: Bool?) throws {
    if let value { try set(location, name, text(of: value)) } else { try refuseAbsent(location, name) }
  }

  private func text(of value: Bool) -> String? {
    operation.hasPlainWire ? value.parameterText : value.text(on: operation.wire)
  }

  /// Refuses an absent path value; other locations omit it.
  private func refuseAbsent(_ location: ParameterLocation, _ name: String) throws {
    if location == .path { try refuseAbsentPath(name) }
  }
}
