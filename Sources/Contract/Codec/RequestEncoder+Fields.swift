extension RequestEncoder {
  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field<T: Encodable>(_ key: String, _ value: T) throws {
    try write(key, value)
  }

  /// Writes a field of the body; omits nil, unless the wire's options include it.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field<T: Encodable>(_ key: String, _ value: T?) throws {
    if let value {
      try write(key, value)
      try refuseLost(key, value)
      return try refuseOnlyNil(key, value)
    }
    try withMembers(of: key) { try $0.writeNil($1, T.self) }
  }

  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field<T: Schema>(_ key: String, _ value: T) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the body; omits nil, unless the wire's options include it.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field<T: Schema>(_ key: String, _ value: T?) throws {
    if let value {
      try field(key, value)
      try refuseLost(key, value)
      return try refuseOnlyNil(key, value)
    }
    try withMembers(of: key) { try $0.writeNil($1, T.self) }
  }

  // Overloads for the most frequent types, because unspecialized generic code looks up types at run time.

  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field(_ key: String, _ value: String) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field(_ key: String, _ value: Bool) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field(_ key: String, _ value: Int) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the body.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent.
  public mutating func field(_ key: String, _ value: [String]) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a part of a multipart body. The part's own name takes precedence over `key`.
  ///
  /// - Throws: ``InvalidInput`` if the body is not multipart.
  public mutating func field(_ key: String, _ value: Part) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a part of a multipart body; omits nil.
  ///
  /// - Throws: ``InvalidInput`` if the body is not multipart.
  public mutating func field(_ key: String, _ value: Part?) throws {
    try field(key, value.map { [$0] } ?? [])
  }

  /// Writes parts of a multipart body with the same name.
  ///
  /// - Throws: ``InvalidInput`` if the body is not multipart.
  public mutating func field(_ key: String, _ value: [Part]) throws {
    try withMembers(of: key) { writer, name in for part in value { try writer.write(name, part) } }
  }

  /// Writes parts of a multipart body with the same name; omits nil.
  ///
  /// - Throws: ``InvalidInput`` if the body is not multipart, and for an empty array.
  public mutating func field(_ key: String, _ value: [Part]?) throws {
    try field(key, value ?? [])
    if let value { try refuseLost(key, value) }
  }

  /// Refuses an empty array or dictionary that would be read as nil, because nothing was written for it in a form or in parts.
  private func refuseLost<T>(_ key: String, _ value: T) throws {
    if omitsEmptyFields { try refuseEmpty(.body, key, value) }
  }

  /// True if the body's format cannot represent an empty array or dictionary.
  var omitsEmptyFields: Bool {
    // Most bodies are JSON, which can represent empty values. For JSON, neither the format nor the value's type is looked up.
    if members?.isJSON == true { return false }
    switch operation.bodyFormat {
    case .json, .custom: return false
    case .urlForm, .multipart: return true
    }
  }

  /// Refuses an array with nil as its only element, which would be read as nil in a form or in parts.
  func refuseOnlyNil<T: Encodable>(_ key: String, _ value: T) throws {
    if members?.isJSON == true { return }
    let options: URLFormOptions
    switch operation.bodyFormat {
    case .json, .custom: return
    case .urlForm: options = operation.wire.form
    case .multipart: options = operation.wire.parts
    }
    if options.nils == .omitted { return }
    try URLFormEncoder(options: options).refuseOnlyNil(value, named: operation.wireName(key, in: .body))
  }

  /// Refuses an empty array, set or dictionary that would be read as nil.
  func refuseEmpty<T>(_ location: ParameterLocation, _ name: String, _ value: T) throws {
    if let noun = noun(ofEmpty: value) { try refuseEmpty(location, name, noun) }
  }

  /// Returns the noun for an empty array, set or dictionary in errors; nil for any other value.
  func noun<T>(ofEmpty value: T) -> String? {
    guard let value = value as? any Listed, value.isEmpty else { return nil }
    return value.noun
  }

  private mutating func write<T: Encodable>(_ key: String, _ value: T) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  @inline(__always)
  mutating func withMembers(
    of key: String, _ write: (inout FieldWriter, String) throws -> Void
  ) throws {
    if members == nil { members = FieldWriter(operation) }
    // The writer is mutated in place, because a copy would retain a dozen references.
    try write(&members!, operation.wireName(key, in: .body))
  }
}

/// An array, a set or a dictionary.
private protocol Listed {
  var isEmpty: Bool { get }
  /// The noun for the value in errors.
  var noun: String { get }
}

extension Listed {
  var noun: String { "array" }
}

extension Array: Listed {}
extension Set: Listed {}
extension Dictionary: Listed {
  var noun: String { "dictionary" }
}
