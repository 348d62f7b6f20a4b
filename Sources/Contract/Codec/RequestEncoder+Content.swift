public import FoundationEssentials

extension RequestEncoder {
  /// Writes the content as JSON.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  @_disfavoredOverload
  public mutating func body<T: Encodable>(_ value: T) throws {
    try set(content: JSONWriter.bytes(of: value))
  }

  /// Writes the content as JSON; nil is no content.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  public mutating func body<T: Encodable>(_ value: T?) throws {
    if let value { try set(content: JSONWriter.bytes(of: value)) }
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
