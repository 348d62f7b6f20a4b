import FoundationEssentials

extension JSONValue {
  /// Creates the value at an index of a parsed text.
  init(_ tape: JSONTape, at index: Int) {
    let entry = tape.entries[index]
    switch entry.kind {
    case .null: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .integer, .real: self = .number(JSONDigits(checked: String(decoding: tape.slice(index), as: UTF8.self)))
    case .string, .escapedString: self = .string(tape.text(index))
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(Int(entry.length))
      var child = index + 1
      while child < Int(entry.next) {
        elements.append(JSONValue(tape, at: child))
        child = Int(tape.entries[child].next)
      }
      self = .array(elements)
    case .object:
      var members: [(String, JSONValue)] = []
      members.reserveCapacity(Int(entry.length))
      var name = index + 1
      while name < Int(entry.next) {
        members.append((tape.text(name), JSONValue(tape, at: name + 1)))
        name = Int(tape.entries[name + 1].next)
      }
      self = .object(JSONObject(members))
    }
  }
}

extension JSONValue: Schema {
  /// Reads any value.
  public static func read(_ reader: inout SchemaReader) -> JSONValue? {
    reader.jsonValue()
  }

  /// Writes the value.
  public func write(_ writer: inout SchemaWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let digits): writer.ascii(digits.description)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        element.write(&writer)
        writer.endElement()
      }
      writer.endArray()
    case .object(let members):
      writer.beginDictionary()
      for (name, value) in members {
        writer.beginMember(named: name)
        value.write(&writer)
        writer.endMember()
      }
      writer.endObject()
    }
  }

  /// The schema that allows every value.
  public static var schema: JSONSchema { JSONSchema() }
}

extension SchemaReader {
  mutating func jsonValue() -> JSONValue? {
    skipSpace()
    guard next < end else {
      breakOff()
      return nil
    }
    switch next.pointee {
    case UInt8(ascii: "{"): return jsonObject()
    case UInt8(ascii: "["):
      guard var array = beginArray([JSONValue].self) else { return nil }
      var elements: [JSONValue] = []
      while nextElement(&array) {
        if let element = jsonValue() { elements.append(element) }
      }
      return endArray(array) ? .array(elements) : nil
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool().map { .bool($0) }
    case UInt8(ascii: "n"): return null() ? .null : brokenValue()
    default:
      return number(JSONValue.self).map { .number(JSONDigits(checked: String(decoding: $0.text, as: UTF8.self))) }
    }
  }

  private mutating func jsonObject() -> JSONValue? {
    guard var object = beginDictionary(JSONObject.self) else { return nil }
    var members: [(String, JSONValue)] = []
    while let name = nextKey(&object) {
      if let value = jsonValue() { members.append((name, value)) }
    }
    return endDictionary(object) ? .object(JSONObject(members)) : nil
  }

  private mutating func brokenValue() -> JSONValue? {
    breakOff()
    return nil
  }
}

extension JSONValue: Codable {
  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self.init(decoder.context.tape, at: Int(decoder.node))
      return
    }
    guard !(decoder is URLFormValueDecoder) else {
      throw DecodingError.typeMismatch(
        JSONValue.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "The values of a form have no types; send JSON, or use a type such as String."))
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(JSONDigits(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(JSONDigits(value))
    } else if let value = try? container.decode(Double.self), let digits = JSONDigits(value) {
      self = .number((try? container.decode(Decimal.self)).flatMap { JSONDigits($0.description) } ?? digits)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else if (try? decoder.container(keyedBy: SchemaTagKey.self)) != nil {
      // The members are in the decoder's order.
      self = .object(JSONObject(try container.decode([String: JSONValue].self).map { ($0, $1) }))
    } else {
      throw DecodingError.typeMismatch(
        JSONValue.self,
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "The decoder cannot represent this value; a number must be in the range of Double."))
    }
  }

  /// Encodes the value.
  ///
  /// - Throws: `EncodingError` in a form, where values have no types.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder {
      try encoder.encode(json: JSONWriter.bytes(of: self))
      return
    }
    guard !(encoder is URLFormValueEncoder) else {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "The values of a form have no types; send JSON, or use a type such as String."))
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let digits): try digits.encode(to: &container)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    // The members are encoded as a dictionary, because an encoder's key strategy does not change the keys of a dictionary.
    case .object(let members):
      try container.encode(Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension JSONDigits {
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let value = integer(as: Int64.self) {
      try container.encode(value)
    } else if let value = integer(as: UInt64.self) {
      try container.encode(value)
    } else if let value = double, JSONDigits(value)?.description == description {
      try container.encode(value)
    } else if let value = DecimalText.decimal(description) {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: container.codingPath, debugDescription: "The encoder cannot represent this number."))
    }
  }
}
