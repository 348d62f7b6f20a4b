// Overloads for the most frequent types, which avoid generics: compiled once here, they need no metadata at run time
// and no code in the contract.

extension RequestDecoder {
  /// Reads a value.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Int.Type) -> Int? {
    one(location, name, "Int") { $0.integer() }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value(
    _ location: ParameterLocation, _ name: String, as type: Int.Type, default: @autoclosure () -> Int
  ) -> Int? {
    one(location, name, "Int", default: `default`()) { $0.integer() }
  }

  /// Reads a value, or nil if it is absent.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Int?.Type) -> Int?? {
    optional(location, name, "Int") { $0.integer() }
  }

  /// Reads a value.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: String.Type) -> String? {
    one(location, name, "String") { $0.string }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value(
    _ location: ParameterLocation, _ name: String, as type: String.Type, default: @autoclosure () -> String
  ) -> String? {
    one(location, name, "String", default: `default`()) { $0.string }
  }

  /// Reads a value, or nil if it is absent.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: String?.Type) -> String?? {
    optional(location, name, "String") { $0.string }
  }

  /// Reads a value.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Bool.Type) -> Bool? {
    one(location, name, "Bool") { Bool(parameterText: $0) }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value(
    _ location: ParameterLocation, _ name: String, as type: Bool.Type, default: @autoclosure () -> Bool
  ) -> Bool? {
    one(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }
  }

  /// Reads a value, or nil if it is absent.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Bool?.Type) -> Bool?? {
    optional(location, name, "Bool") { Bool(parameterText: $0) }
  }

  /// Reads a value.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Double.Type) -> Double? {
    one(location, name, "Double") { Double(parameterText: $0) }
  }

  /// Reads a value, or `default` if it is absent.
  public mutating func value(
    _ location: ParameterLocation, _ name: String, as type: Double.Type, default: @autoclosure () -> Double
  ) -> Double? {
    one(location, name, "Double", default: `default`()) { Double(parameterText: $0) }
  }

  /// Reads a value, or nil if it is absent.
  public mutating func value(_ location: ParameterLocation, _ name: String, as type: Double?.Type) -> Double?? {
    optional(location, name, "Double") { Double(parameterText: $0) }
  }
}
