// The most frequent types, without generics: compiled once here, they need no metadata at run time and no code in the
// contract. Their names need no overload resolution by type, which takes a quarter of the time of checking a contract. Without a
// default they have functions of their own, because an omitted autoclosure is a closure of its own in every contract.

extension RequestDecoder {
  /// Reads an `Int`, and records a failure if it is absent.
  public mutating func int(_ location: ParameterLocation, _ name: String) -> Int? {
    one(location, name, "Int", default: nil) { $0.integer() }
  }

  /// Reads an `Int`; uses `default` if it is absent.
  public mutating func int(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Int?
  ) -> Int? {
    one(location, name, "Int", default: `default`()) { $0.integer() }
  }

  /// Reads an `Int`, or nil if it is absent.
  public mutating func optionalInt(_ location: ParameterLocation, _ name: String) -> Int?? {
    optional(location, name, "Int", default: nil) { $0.integer() }
  }

  /// Reads an `Int`, or `default` if it is absent.
  public mutating func optionalInt(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Int?
  ) -> Int?? {
    optional(location, name, "Int", default: `default`()) { $0.integer() }
  }

  /// Reads a `String`, and records a failure if it is absent.
  public mutating func string(_ location: ParameterLocation, _ name: String) -> String? {
    one(location, name, "String", default: nil) { $0.string }
  }

  /// Reads a `String`; uses `default` if it is absent.
  public mutating func string(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> String?
  ) -> String? {
    one(location, name, "String", default: `default`()) { $0.string }
  }

  /// Reads a `String`, or nil if it is absent.
  public mutating func optionalString(_ location: ParameterLocation, _ name: String) -> String?? {
    optional(location, name, "String", default: nil) { $0.string }
  }

  /// Reads a `String`, or `default` if it is absent.
  public mutating func optionalString(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> String?
  ) -> String?? {
    optional(location, name, "String", default: `default`()) { $0.string }
  }

  /// Reads a `Bool`, and records a failure if it is absent.
  public mutating func bool(_ location: ParameterLocation, _ name: String) -> Bool? {
    one(location, name, "Bool", default: nil) { Bool(parameterText: $0) }
  }

  /// Reads a `Bool`; uses `default` if it is absent.
  public mutating func bool(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Bool?
  ) -> Bool? {
    one(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }
  }

  /// Reads a `Bool`, or nil if it is absent.
  public mutating func optionalBool(_ location: ParameterLocation, _ name: String) -> Bool?? {
    optional(location, name, "Bool", default: nil) { Bool(parameterText: $0) }
  }

  /// Reads a `Bool`, or `default` if it is absent.
  public mutating func optionalBool(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Bool?
  ) -> Bool?? {
    optional(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }
  }

  /// Reads a `Double`, and records a failure if it is absent.
  public mutating func double(_ location: ParameterLocation, _ name: String) -> Double? {
    one(location, name, "Double", default: nil) { Double(parameterText: $0) }
  }

  /// Reads a `Double`; uses `default` if it is absent.
  public mutating func double(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Double?
  ) -> Double? {
    one(location, name, "Double", default: `default`()) { Double(parameterText: $0) }
  }

  /// Reads a `Double`, or nil if it is absent.
  public mutating func optionalDouble(_ location: ParameterLocation, _ name: String) -> Double?? {
    optional(location, name, "Double", default: nil) { Double(parameterText: $0) }
  }

  /// Reads a `Double`, or `default` if it is absent.
  public mutating func optionalDouble(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Double?
  ) -> Double?? {
    optional(location, name, "Double", default: `default`()) { Double(parameterText: $0) }
  }
}
