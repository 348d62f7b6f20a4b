// One overload for each kind of type and each form, so that a contract may use any of them without conforming its
// types. Overload resolution selects an overload; the four functions at the end do the work.

extension RequestEncoder {
  /// Writes a value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, _ value: T) throws {
    try one(location, name, value) { $0.parameterText }
  }

  /// Writes a value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, _ value: T?) throws {
    try optional(location, name, value) { $0.parameterText }
  }

  /// Writes an array.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, _ value: [T]) throws {
    try many(location, name, value) { $0.parameterText }
  }

  /// Writes an array; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, _ value: [T]?) throws {
    try optionalMany(location, name, value) { $0.parameterText }
  }

  /// Writes an enumeration by its raw value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, _ value: T) throws
  where T.RawValue: ParameterValue {
    try one(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an enumeration by its raw value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, _ value: T?) throws
  where T.RawValue: ParameterValue {
    try optional(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an array of enumerations by their raw values.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, _ value: [T]) throws
  where T.RawValue: ParameterValue {
    try many(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an array of enumerations by their raw values; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, _ value: [T]?) throws
  where T.RawValue: ParameterValue {
    try optionalMany(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes a value by its description.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ location: ParameterLocation, _ name: String, _ value: T)
    throws
  {
    try one(location, name, value) { $0.description }
  }

  /// Writes a value by its description; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ location: ParameterLocation, _ name: String, _ value: T?)
    throws
  {
    try optional(location, name, value) { $0.description }
  }

  /// Writes an array of values by their descriptions.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ location: ParameterLocation, _ name: String, _ value: [T])
    throws
  {
    try many(location, name, value) { $0.description }
  }

  /// Writes an array of values by their descriptions; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ location: ParameterLocation, _ name: String, _ value: [T]?)
    throws
  {
    try optionalMany(location, name, value) { $0.description }
  }

  /// Writes an enumeration by its raw value.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, _ value: T
  ) throws where T.RawValue: ParameterValue {
    try one(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an enumeration by its raw value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, _ value: T?
  ) throws where T.RawValue: ParameterValue {
    try optional(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an array of enumerations by their raw values.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, _ value: [T]
  ) throws where T.RawValue: ParameterValue {
    try many(location, name, value) { $0.rawValue.parameterText }
  }

  /// Writes an array of enumerations by their raw values; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a value that cannot be sent there.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, _ value: [T]?
  ) throws where T.RawValue: ParameterValue {
    try optionalMany(location, name, value) { $0.rawValue.parameterText }
  }

  private mutating func one<T>(_ location: ParameterLocation, _ name: String, _ value: T, _ text: (T) -> String?) throws
  {
    try set(location, name, spelled(value, text))
  }

  /// Returns the text of a value on the operation's wire.
  private func spelled<T>(_ value: T, _ text: (T) -> String?) throws -> String? {
    if !operation.hasPlainWire, let value = value as? any WireValue { return try value.text(on: operation.wire) }
    return text(value)
  }

  private mutating func optional<T>(_ location: ParameterLocation, _ name: String, _ value: T?, _ text: (T) -> String?)
    throws
  {
    if let value {
      try set(location, name, spelled(value, text))
    } else if location == .path {
      try refuseAbsentPath(name)
    }
  }

  private mutating func many<T>(_ location: ParameterLocation, _ name: String, _ values: [T], _ text: (T) -> String?)
    throws
  {
    if location == .path { try refuseAbsentPath(name) }
    if location == .query, operation.hasPlainWire {
      for value in values { try set(location, name, spelled(value, text)) }
      return
    }
    let texts = try values.map { (value) throws -> String in
      guard let text = try spelled(value, text) else { try refuseAbsentText(location, name) }
      try refuseNUL(location, name, text)
      return text
    }
    if location == .header { return try setField(name, listing: texts) }
    if location == .cookie { throw InvalidInput(.cookie, name, reason: "is an array, but a cookie has one value") }
    try appendQuery(operation.wireName(name, in: .query), encoding: texts)
  }

  private mutating func optionalMany<T>(
    _ location: ParameterLocation, _ name: String, _ values: [T]?, _ text: (T) -> String?
  ) throws {
    guard let values else { return }
    if values.isEmpty { try refuseEmpty(location, name, "array") }
    try many(location, name, values, text)
  }
}
