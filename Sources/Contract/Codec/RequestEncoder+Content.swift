public import FoundationEssentials

extension RequestEncoder {
  /// Writes the content in the operation's form: JSON, a form, parts, or what a coder of its own makes of it.
  ///
  /// - Throws: `EncodingError` for a value that the form cannot hold, or an error of the coder.
  @_disfavoredOverload
  public mutating func body<T: Encodable>(_ value: T) throws { try structured(value) }

  /// Writes the content in the operation's form: JSON with the type's compiled writer, a form, parts, or what a coder of
  /// its own makes of it.
  ///
  /// - Throws: `EncodingError` for a value that the form cannot hold, or an error of the coder.
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

  /// Writes the content in the operation's form; nil is no content.
  ///
  /// - Throws: `EncodingError` for a value that the form cannot hold, or an error of the coder.
  public mutating func body<T: Encodable>(_ value: T?) throws {
    if let value { try structured(value) }
  }

  /// Writes the content in the operation's form; nil is no content.
  ///
  /// - Throws: `EncodingError` for a value that the form cannot hold, or an error of the coder.
  public mutating func body<T: Schema>(_ value: T?) throws {
    if let value { try compiled(value) }
  }

  /// Writes the content as text in UTF-8.
  public mutating func body(_ value: String) throws { set(content: Array(value.utf8)) }

  /// Writes the content as text in UTF-8; nil is no content.
  public mutating func body(_ value: String?) throws {
    if let value { try body(value) }
  }

  /// Writes the content as it is.
  public mutating func body(_ value: [UInt8]) throws { set(content: value) }

  /// Writes the content as it is; nil is no content.
  public mutating func body(_ value: [UInt8]?) throws {
    if let value { try body(value) }
  }

  /// Writes the content as it is.
  public mutating func body(_ value: Data) throws { set(content: Array(value)) }

  /// Writes the content as it is; nil is no content.
  public mutating func body(_ value: Data?) throws {
    if let value { try body(value) }
  }
}
