// One overload for each kind of type and each form, so that a contract may use any of them without conforming its
// types. Overload resolution selects one; the work is done in `RequestDecoder+Forms`.

extension RequestDecoder {
  /// Reads a value.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, as type: T.Type) -> T? {
    one(location, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? {
    one(location, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads a value, or nil if it is absent.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, as type: T?.Type) -> T??
  {
    optional(location, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads an optional value, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array, which is empty if absent.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, as type: [T].Type)
    -> [T]?
  {
    many(location, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads an array, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array, or nil if it is absent.
  public mutating func value<T: ParameterValue>(_ location: ParameterLocation, _ name: String, as type: [T]?.Type)
    -> [T]??
  {
    optionalMany(location, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads an optional array, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an enumeration by its raw value.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, as type: T.Type) -> T?
  where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self), default: `default`()) {
      T.RawValue(parameterText: $0).flatMap(T.init(rawValue:))
    }
  }

  /// Reads an enumeration by its raw value, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, as type: T?.Type)
    -> T??
  where T.RawValue: ParameterValue {
    optional(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an optional enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of enumerations by their raw values, which is empty if absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, as type: [T].Type)
    -> [T]?
  where T.RawValue: ParameterValue {
    many(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of enumerations by their raw values, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ location: ParameterLocation, _ name: String, as type: [T]?.Type)
    -> [T]??
  where T.RawValue: ParameterValue {
    optionalMany(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an optional array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads a value by its description.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type
  ) -> T? {
    one(location, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? {
    one(location, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type
  ) -> T?? {
    optional(location, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads an optional value by its description, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of values by their descriptions, which is empty if absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type
  )
    -> [T]?
  {
    many(location, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads an array of values by their descriptions, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of values by their descriptions, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type
  )
    -> [T]??
  {
    optionalMany(location, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads an optional array of values by their descriptions, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an enumeration by its raw value.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type
  ) -> T? where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self), default: `default`()) {
      T.RawValue(parameterText: $0).flatMap(T.init(rawValue:))
    }
  }

  /// Reads an enumeration by its raw value, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type
  ) -> T?? where T.RawValue: ParameterValue {
    optional(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an optional enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of enumerations by their raw values, which is empty if absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type
  ) -> [T]? where T.RawValue: ParameterValue {
    many(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }

  /// Reads an array of enumerations by their raw values, or nil if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type
  ) -> [T]?? where T.RawValue: ParameterValue {
    optionalMany(location, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an optional array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? where T.RawValue: ParameterValue {
    isAbsent(location, name) ? `default`() : value(location, name, as: type)
  }
}
