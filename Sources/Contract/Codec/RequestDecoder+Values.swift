// One overload for each kind of type and each form, so that a contract may use any of them without conforming its types. The
// last four overloads avoid an ambiguity for types that are both `RawRepresentable` and `LosslessStringConvertible`.

extension RequestDecoder {
  /// Reads a value. If it is absent, returns `default`, or records a failure if there is no default.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? {
    one(location, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T? = nil
  ) -> T?? {
    optional(location, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads an array of values, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T] = []
  ) -> [T]? {
    many(location, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads an array of values, or `default` if it is absent.
  public mutating func value<T: ParameterValue>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]? = nil
  ) -> [T]?? {
    optionalMany(location, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads an enumeration by its raw value. If it is absent, returns `default`, or records a failure if there is no default.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T? = nil
  ) -> T?? where T.RawValue: ParameterValue {
    optional(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T] = []
  ) -> [T]? where T.RawValue: ParameterValue {
    many(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]? = nil
  ) -> [T]?? where T.RawValue: ParameterValue {
    optionalMany(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads a value by its description. If it is absent, returns `default`, or records a failure if there is no default.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? {
    one(location, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T? = nil
  ) -> T?? {
    optional(location, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads an array of values by their descriptions, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T] = []
  ) -> [T]? {
    many(location, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads an array of values by their descriptions, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]? = nil
  ) -> [T]?? {
    optionalMany(location, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads an enumeration by its raw value. If it is absent, returns `default`, or records a failure if there is no default.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? where T.RawValue: ParameterValue {
    one(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an enumeration by its raw value, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: T?.Type, default: @autoclosure () -> T? = nil
  ) -> T?? where T.RawValue: ParameterValue {
    optional(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T].Type, default: @autoclosure () -> [T] = []
  ) -> [T]? where T.RawValue: ParameterValue {
    many(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }

  /// Reads an array of enumerations by their raw values, or `default` if it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ location: ParameterLocation, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]? = nil
  ) -> [T]?? where T.RawValue: ParameterValue {
    optionalMany(location, name, ExpectedName.of(T.self), default: `default`()) { T(rawText: $0) }
  }
}

extension RawRepresentable where RawValue: ParameterValue {
  /// Creates the value whose raw value has this text.
  fileprivate init?(rawText text: ParameterText) {
    guard let raw = RawValue(parameterText: text) else { return nil }
    self.init(rawValue: raw)
  }
}
