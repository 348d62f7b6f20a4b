public import FoundationEssentials

extension RequestEncoder {
  /// Writes the body in the operation's format: JSON, a form, parts, or a custom format.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, or an error of a custom coder.
  @_disfavoredOverload
  public mutating func body<T: Encodable>(_ value: T) throws { try structured(value) }

  /// Writes the body in the operation's format: JSON with the type's compiled writer, a form, parts, or a custom
  /// format.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, or an error of a custom coder.
  @_disfavoredOverload
  public mutating func body<T: Schema>(_ value: T) throws { try compiled(value) }

  private mutating func compiled<T: Schema>(_ value: T) throws {
    guard case .json = operation.bodyFormat else { return try structured(value) }
    try set(content: JSONWriter.bytes(of: value, options: operation.wire.json))
  }

  private mutating func structured<T: Encodable>(_ value: T) throws {
    switch operation.bodyFormat {
    case .json:
      try set(content: JSONWriter.bytes(of: value, options: operation.wire.json))
    case .urlForm where operation.sendsFormAsQuery:
      let encoder = URLFormEncoder(options: operation.wire.form)
      try encoder.append(value, to: &query)
    case .urlForm:
      try set(content: URLFormEncoder(options: operation.wire.form).encode(value))
    case .multipart(let boundary):
      let pairs = try URLFormEncoder(options: operation.wire.parts).pairs(of: value)
      let parts = pairs.map { Part(text: $0.text, name: $0.name) }
      let body = try MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: parts))
      set(content: body.bytes, body.mediaType)
    case .custom(let encoder, _):
      try set(content: encoder.encode(content: value))
    }
  }

  /// Writes the body in the operation's format; nil for none.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, or an error of a custom coder.
  public mutating func body<T: Encodable>(_ value: T?) throws {
    if let value { try structured(value) }
  }

  /// Writes the body in the operation's format; nil for none.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, or an error of a custom coder.
  public mutating func body<T: Schema>(_ value: T?) throws {
    if let value { try compiled(value) }
  }

  /// Writes the body as UTF-8 text.
  public mutating func body(_ value: String) throws { set(content: Array(value.utf8)) }

  /// Writes the body as UTF-8 text; nil for none.
  public mutating func body(_ value: String?) throws {
    if let value { try body(value) }
  }

  /// Writes the body as bytes.
  public mutating func body(_ value: [UInt8]) throws { set(content: value) }

  /// Writes the body as bytes; nil for none.
  public mutating func body(_ value: [UInt8]?) throws {
    if let value { try body(value) }
  }

  /// Writes the body as bytes.
  public mutating func body(_ value: Data) throws { set(content: Array(value)) }

  /// Writes the body as bytes; nil for none.
  public mutating func body(_ value: Data?) throws {
    if let value { try body(value) }
  }
}
