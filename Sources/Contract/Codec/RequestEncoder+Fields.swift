extension RequestEncoder {
  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field<T: Encodable>(_ key: String, _ value: T) throws {
    try write(key, value)
  }

  /// Writes a field of the content; nil is left out, unless the wire says otherwise.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field<T: Encodable>(_ key: String, _ value: T?) throws {
    if let value { return try write(key, value) }
    try withMembers(of: key) { try $0.writeNil($1, T.self) }
  }

  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field<T: Schema>(_ key: String, _ value: T) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the content; nil is left out, unless the wire says otherwise.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field<T: Schema>(_ key: String, _ value: T?) throws {
    if let value { return try field(key, value) }
    try withMembers(of: key) { try $0.writeNil($1, T.self) }
  }

  // The types that most fields have, without generics: code that does not know a type looks it up at run time.

  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field(_ key: String, _ value: String) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field(_ key: String, _ value: Bool) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field(_ key: String, _ value: Int) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a field of the content.
  ///
  /// - Throws: `EncodingError` for a value that the content's form cannot hold.
  public mutating func field(_ key: String, _ value: [String]) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a part of multipart content. A name that the part has counts before `key`.
  ///
  /// - Throws: ``InvalidInput`` when the content is not multipart.
  public mutating func field(_ key: String, _ value: Part) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  /// Writes a part of multipart content; nil is left out.
  ///
  /// - Throws: ``InvalidInput`` when the content is not multipart.
  public mutating func field(_ key: String, _ value: Part?) throws {
    try field(key, value.map { [$0] } ?? [])
  }

  /// Writes parts of multipart content, all by the same name.
  ///
  /// - Throws: ``InvalidInput`` when the content is not multipart.
  public mutating func field(_ key: String, _ value: [Part]) throws {
    try withMembers(of: key) { writer, name in for part in value { try writer.write(name, part) } }
  }

  /// Writes parts of multipart content, all by the same name; nil is left out.
  ///
  /// - Throws: ``InvalidInput`` when the content is not multipart.
  public mutating func field(_ key: String, _ value: [Part]?) throws {
    try field(key, value ?? [])
  }

  private mutating func write<T: Encodable>(_ key: String, _ value: T) throws {
    try withMembers(of: key) { try $0.write($1, value) }
  }

  @inline(__always)
  private mutating func withMembers(
    of key: String, _ write: (inout FieldWriter, String) throws -> Void
  ) throws {
    if members == nil { members = FieldWriter(operation) }
    // Changed where it is: its copies are a dozen references each.
    try write(&members!, operation.wireName(key, in: .body))
  }
}
