internal import ContractCoding

// Functions for the most frequent types, without generics. They are compiled once, here, so the contract needs no metadata at
// run time, no overload resolution, and little code. After a failure they return a placeholder, and the response reports the
// failure, so that generated code does not unwrap each input. Inputs without a default have separate functions, because each
// omitted autoclosure would be a closure in every contract.

extension RequestDecoder {
  /// Reads an `Int`. Records a failure and returns 0 if the value is absent or invalid.
  public mutating func int(_ location: ParameterLocation, _ name: String) -> Int {
    (location == .body
      ? field(name, as: Int.self) : one(location, name, "Int", default: nil) { $0.integer() }) ?? 0
  }

  /// Reads an `Int`, or `default` if it is absent. Records a failure and returns 0 if the value is invalid.
  public mutating func int(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Int
  ) -> Int {
    (location == .body
      ? field(name, as: Int.self, default: `default`())
      : one(location, name, "Int", default: `default`()) { $0.integer() }) ?? 0
  }

  /// Reads an `Int`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalInt(_ location: ParameterLocation, _ name: String) -> Int? {
    (location == .body
      ? field(name, as: Int?.self) : optional(location, name, "Int", default: nil) { $0.integer() }) ?? nil
  }

  /// Reads a `String`. Records a failure and returns an empty string if the value is absent or invalid.
  public mutating func string(_ location: ParameterLocation, _ name: String) -> String {
    (location == .body
      ? field(name, as: String.self) : one(location, name, "String", default: nil) { $0.string }) ?? ""
  }

  /// Reads a `String`, or `default` if it is absent. Records a failure and returns an empty string if the value is invalid.
  public mutating func string(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> String
  ) -> String {
    (location == .body
      ? field(name, as: String.self, default: `default`())
      : one(location, name, "String", default: `default`()) { $0.string }) ?? ""
  }

  /// Reads a `String`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalString(_ location: ParameterLocation, _ name: String) -> String? {
    (location == .body
      ? field(name, as: String?.self) : optional(location, name, "String", default: nil) { $0.string }) ?? nil
  }

  /// Reads a `Bool`. Records a failure and returns false if the value is absent or invalid.
  public mutating func bool(_ location: ParameterLocation, _ name: String) -> Bool {
    (location == .body
      ? field(name, as: Bool.self) : one(location, name, "Bool", default: nil) { Bool(parameterText: $0) }) ?? false
  }

  /// Reads a `Bool`, or `default` if it is absent. Records a failure and returns false if the value is invalid.
  public mutating func bool(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Bool
  ) -> Bool {
    (location == .body
      ? field(name, as: Bool.self, default: `default`())
      : one(location, name, "Bool", default: `default`()) { Bool(parameterText: $0) }) ?? false
  }

  /// Reads a `Bool`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalBool(_ location: ParameterLocation, _ name: String) -> Bool? {
    (location == .body
      ? field(name, as: Bool?.self) : optional(location, name, "Bool", default: nil) { Bool(parameterText: $0) }) ?? nil
  }

  /// Reads a `Double`. Records a failure and returns 0 if the value is absent or invalid.
  public mutating func double(_ location: ParameterLocation, _ name: String) -> Double {
    (location == .body
      ? field(name, as: Double.self) : one(location, name, "Double", default: nil) { Double(parameterText: $0) }) ?? 0
  }

  /// Reads a `Double`, or `default` if it is absent. Records a failure and returns 0 if the value is invalid.
  public mutating func double(
    _ location: ParameterLocation, _ name: String, default: @autoclosure () -> Double
  ) -> Double {
    (location == .body
      ? field(name, as: Double.self, default: `default`())
      : one(location, name, "Double", default: `default`()) { Double(parameterText: $0) }) ?? 0
  }

  /// Reads a `Double`, or nil if it is absent. Records a failure and returns nil if the value is invalid.
  public mutating func optionalDouble(_ location: ParameterLocation, _ name: String) -> Double? {
    (location == .body
      ? field(name, as: Double?.self) : optional(location, name, "Double", default: nil) { Double(parameterText: $0) })
      ?? nil
  }

  /// Reads an `[Int]`. Outside the body, an absent array is empty.
  /// For an invalid array, records a failure and returns an empty one.
  public mutating func ints(_ location: ParameterLocation, _ name: String) -> [Int] {
    (location == .body
      ? field(name, as: [Int].self) : many(location, name, "Int", default: []) { $0.integer() }) ?? []
  }

  /// Reads a `[String]`. Outside the body, an absent array is empty.
  /// For an invalid array, records a failure and returns an empty one.
  public mutating func strings(_ location: ParameterLocation, _ name: String) -> [String] {
    (location == .body
      ? field(name, as: [String].self) : many(location, name, "String", default: []) { $0.string }) ?? []
  }
}
