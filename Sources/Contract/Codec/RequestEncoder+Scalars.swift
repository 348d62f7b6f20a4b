internal import ContractCoding

// Functions for the most frequent types, without generics. They are compiled once, here, so the contract needs no metadata at
// run time, no overload resolution, and little code. The encoder stores the error of the first value that cannot be sent, so
// that generated code has no branch after each call.

extension RequestEncoder {
  /// Writes an `Int`; omits nil.
  public mutating func int(_ location: ParameterLocation, _ name: String, _ value: Int?) {
    write { encoder throws in
      guard let value else { return try encoder.omit(location, name, Int.self) }
      if location == .body { return try encoder.field(name, value) }
      try encoder.set(location, name, String(value))
    }
  }

  /// Writes a `String`; omits nil.
  public mutating func string(_ location: ParameterLocation, _ name: String, _ value: String?) {
    write { encoder throws in
      guard let value else { return try encoder.omit(location, name, String.self) }
      if location == .body { return try encoder.field(name, value) }
      try encoder.set(location, name, value)
    }
  }

  /// Writes a `Bool`; omits nil.
  public mutating func bool(_ location: ParameterLocation, _ name: String, _ value: Bool?) {
    write { encoder throws in
      guard let value else { return try encoder.omit(location, name, Bool.self) }
      if location == .body { return try encoder.field(name, value) }
      try encoder.set(
        location, name, encoder.operation.hasPlainWire ? value.parameterText : value.text(on: encoder.operation.wire))
    }
  }

  /// Writes a `Double`; omits nil.
  public mutating func double(_ location: ParameterLocation, _ name: String, _ value: Double?) {
    write { encoder throws in
      guard let value else { return try encoder.omit(location, name, Double.self) }
      if location == .body { return try encoder.field(name, value) }
      try encoder.set(location, name, value.parameterText)
    }
  }

  /// Writes an `[Int]`.
  public mutating func ints(_ location: ParameterLocation, _ name: String, _ value: [Int]) {
    write { encoder throws in
      if location == .body { try encoder.field(name, value) } else { try encoder.value(location, name, value) }
    }
  }

  /// Writes a `[String]`.
  public mutating func strings(_ location: ParameterLocation, _ name: String, _ value: [String]) {
    write { encoder throws in
      if location == .body { try encoder.field(name, value) } else { try encoder.value(location, name, value) }
    }
  }

  /// Calls `write`, unless an earlier value cannot be sent.
  @inline(__always)
  mutating func write(_ write: (inout RequestEncoder) throws -> Void) {
    guard case nil = refusal else { return }
    do { try write(&self) } catch { refusal = error }
  }

  /// Omits a value, unless the wire's options include nil in the body. Refuses to omit a path value.
  private mutating func omit<T: Schema>(_ location: ParameterLocation, _ name: String, _ type: T.Type) throws {
    switch location {
    case .path: try refuseAbsentPath(name)
    case .body: try field(name, T?.none)
    case .query, .header, .cookie: break
    }
  }
}
