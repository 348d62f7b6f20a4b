// The most frequent types, without generics: compiled once here, they need no metadata at run time and no code in the
// contract. Their names need no overload resolution, which takes a quarter of the time of checking a contract.

extension RequestDecoder {
  /// Reads an `Int`; uses `default` if it is absent, and otherwise records a failure.
  public mutating func int(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Int? = nil
  ) -> Int? {
    one(location, name, "Int", default: `default`()) { $0.integer() }
  }

  /// Reads an `Int`, or `default` if it is absent.
  public mutating func optionalInt(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Int? = nil
  ) -> Int?? {
    optional(location, name, "Int", default: `default`()) { $0.integer() }
  }

  /// Reads a `String`; uses `default` if it is absent, and otherwise records a failure.
  public mutating func string(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> String? = nil
  ) -> String? {
    one(location, name, "String", default: `default`()) { $0.string }
  }

  /// Reads a `String`, or `default` if it is absent.
  public mutating func optionalString(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> String? = nil
  ) -> String?? {
    optional(location, name, "String", default: `default`()) { $0.string }
  }

  /// Reads a `Bool`; uses `default` if it is absent, and otherwise records a failure.
  public mutating func bool(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Bool? = nil
  ) -> Bool? {
    one(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }
  }

  /// Reads a `Bool`, or `default` if it is absent.
  public mutating func optionalBool(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Bool? = nil
  ) -> Bool?? {
    optional(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }
  }

  /// Reads a `Double`; uses `default` if it is absent, and otherwise records a failure.
  public mutating func double(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Double? = nil
  ) -> Double? {
    one(location, name, "Double", default: `default`()) { Double(parameterText: $0) }
  }

  /// Reads a `Double`, or `default` if it is absent.
  public mutating func optionalDouble(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Double? = nil
  ) -> Double?? {
    optional(location, name, "Double", default: `default`()) { Double(parameterText: $0) }
  }
}
