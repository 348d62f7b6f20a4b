// One overload for each kind of type and each form it takes, so that a contract may use any of them without conforming
// its types to anything. The compiler picks; the work is in `RequestDecoder+Forms`.

extension RequestDecoder {
  /// Reads a value.
  public mutating func value<T: ParameterValue>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    one(place, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads a value; `default` when absent.
  public mutating func value<T: ParameterValue>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? {
    one(place, name, T.parameterTypeName, default: `default`()) { T(parameterText: $0) }
  }

  /// Reads a value, or nil when it is absent.
  public mutating func value<T: ParameterValue>(_ place: ValuePlace, _ name: String, as type: T?.Type) -> T?? {
    optional(place, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads a value, or nil when it is absent; `default` when absent.
  public mutating func value<T: ParameterValue>(
    _ place: ValuePlace, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as a value; none when absent.
  public mutating func value<T: ParameterValue>(_ place: ValuePlace, _ name: String, as type: [T].Type) -> [T]? {
    many(place, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads each element as a value; none when absent; `default` when absent.
  public mutating func value<T: ParameterValue>(
    _ place: ValuePlace, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as a value; nil when absent.
  public mutating func value<T: ParameterValue>(_ place: ValuePlace, _ name: String, as type: [T]?.Type) -> [T]?? {
    optionalMany(place, name, T.parameterTypeName) { T(parameterText: $0) }
  }

  /// Reads each element as a value; nil when absent; `default` when absent.
  public mutating func value<T: ParameterValue>(
    _ place: ValuePlace, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads an enumeration's raw value.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T?
  where T.RawValue: ParameterValue {
    one(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration's raw value; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? where T.RawValue: ParameterValue {
    one(place, name, ExpectedName.of(T.self), default: `default`()) {
      T.RawValue(parameterText: $0).flatMap(T.init(rawValue:))
    }
  }

  /// Reads an enumeration's raw value, or nil when it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ place: ValuePlace, _ name: String, as type: T?.Type) -> T??
  where T.RawValue: ParameterValue {
    optional(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration's raw value, or nil when it is absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ place: ValuePlace, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as an enumeration's raw value; none when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ place: ValuePlace, _ name: String, as type: [T].Type) -> [T]?
  where T.RawValue: ParameterValue {
    many(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads each element as an enumeration's raw value; none when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ place: ValuePlace, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as an enumeration's raw value; nil when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(_ place: ValuePlace, _ name: String, as type: [T]?.Type) -> [T]??
  where T.RawValue: ParameterValue {
    optionalMany(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads each element as an enumeration's raw value; nil when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable>(
    _ place: ValuePlace, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads a value by its description.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    one(place, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? {
    one(place, name, String(describing: T.self), default: `default`()) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description, or nil when it is absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ place: ValuePlace, _ name: String, as type: T?.Type) -> T??
  {
    optional(place, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads a value by its description, or nil when it is absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as a value by its description; none when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ place: ValuePlace, _ name: String, as type: [T].Type)
    -> [T]?
  {
    many(place, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads each element as a value by its description; none when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as a value by its description; nil when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(_ place: ValuePlace, _ name: String, as type: [T]?.Type)
    -> [T]??
  {
    optionalMany(place, name, String(describing: T.self)) { $0.string.flatMap(T.init) }
  }

  /// Reads each element as a value by its description; nil when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads an enumeration's raw value.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T.Type
  ) -> T? where T.RawValue: ParameterValue {
    one(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration's raw value; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? where T.RawValue: ParameterValue {
    one(place, name, ExpectedName.of(T.self), default: `default`()) {
      T.RawValue(parameterText: $0).flatMap(T.init(rawValue:))
    }
  }

  /// Reads an enumeration's raw value, or nil when it is absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T?.Type
  ) -> T?? where T.RawValue: ParameterValue {
    optional(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads an enumeration's raw value, or nil when it is absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: T?.Type, default: @autoclosure () -> T?
  ) -> T?? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as an enumeration's raw value; none when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T].Type
  ) -> [T]? where T.RawValue: ParameterValue {
    many(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads each element as an enumeration's raw value; none when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T].Type, default: @autoclosure () -> [T]
  ) -> [T]? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }

  /// Reads each element as an enumeration's raw value; nil when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T]?.Type
  ) -> [T]?? where T.RawValue: ParameterValue {
    optionalMany(place, name, ExpectedName.of(T.self)) { T.RawValue(parameterText: $0).flatMap(T.init(rawValue:)) }
  }

  /// Reads each element as an enumeration's raw value; nil when absent; `default` when absent.
  @_disfavoredOverload
  public mutating func value<T: RawRepresentable & LosslessStringConvertible>(
    _ place: ValuePlace, _ name: String, as type: [T]?.Type, default: @autoclosure () -> [T]?
  ) -> [T]?? where T.RawValue: ParameterValue {
    isAbsent(place, name) ? `default`() : value(place, name, as: type)
  }
}
