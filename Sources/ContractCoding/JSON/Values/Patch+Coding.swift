extension Patch: Decodable where Value: Decodable {
  /// Decodes a present value: `null` as ``clear``, any other value as ``set(_:)``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
  }
}

extension Patch: Encodable where Value: Encodable {
  /// Encodes the value, or null to clear.
  ///
  /// - Throws: `EncodingError` for `leave`, because a value cannot be omitted here, and for `clear` in a form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .leave:
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "`.leave` is encoded by omitting a member; make the patch a member of an object."
        ))
    case .clear: try PatchNull().encode(to: encoder)
    case .set(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}

/// A ``Patch`` of any type.
protocol PatchType {}

extension Patch: PatchType {}

/// The null that clears a member, for encoders that would omit nil.
package struct PatchNull: Encodable {
  package init() {}

  package func encode(to encoder: any Encoder) throws {
    if let form = encoder as? URLFormValueEncoder, form.state.options.nils == .omitted {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "A form has no null, so it cannot clear a value; send JSON, or set URLFormOptions.nils."))
    }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

// Synthesized `Codable` conformances resolve to these overloads, with every coder.

extension KeyedDecodingContainer {
  /// Decodes a member that may be absent.
  public func decode<Value: Decodable>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
    guard contains(key) else { return .leave }
    return try decodeNil(forKey: key) ? .clear : .set(decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member, or omits it to leave the value unchanged.
  public mutating func encode<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
    switch patch {
    case .leave: break
    case .clear: try encode(PatchNull(), forKey: key)
    // A form refuses an empty array or dictionary only in members that may be absent; it would be read as `leave`.
    case .set(let value): try encodeIfPresent(value, forKey: key)
    }
  }
}

// MARK: - Compiled coders

extension Patch: Schema where Value: Schema {
  /// Reads a value or null.
  public static func read(_ reader: inout SchemaReader) -> Patch<Value>? {
    reader.null() ? .clear : Value.read(&reader).map { .set($0) }
  }

  /// Writes the value, or null to clear.
  public func write(_ writer: inout SchemaWriter) {
    switch self {
    case .leave: writer.refuse(self, "`.leave` is encoded by omitting a member; make the patch a member of an object.")
    case .clear: writer.null()
    case .set(let value): value.write(&writer)
    }
  }

  /// The schema of the value, with null allowed.
  public static var schema: JSONSchema { containerSchema }
}

extension Patch: SchemaContainer {
  static func schema(recordedBy recorder: SchemaRecorder) -> JSONSchema { recorder.schema(of: Value?.self) }
}

extension SchemaWriter {
  /// Writes a member, or omits it to leave the value unchanged.
  public mutating func member<Value: Schema>(_ keys: SchemaKeys, _ member: Int, _ patch: Patch<Value>) {
    switch patch {
    case .leave: break
    case .clear, .set:
      beginMember(keys, member)
      patch.write(&self)
      endMember()
    }
  }

  /// Writes a member of a type without a compiled writer, or omits it to leave the value unchanged.
  @_disfavoredOverload
  public mutating func member<Value: Encodable>(_ keys: SchemaKeys, _ member: Int, _ patch: Patch<Value>) {
    switch patch {
    case .leave: break
    case .clear, .set:
      beginMember(keys, member)
      value(patch)
      endMember()
    }
  }
}
