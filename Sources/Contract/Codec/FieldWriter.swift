internal import FoundationEssentials

/// A writer of the fields of a structured body, in the format that the operation sends.
struct FieldWriter {
  /// The result of writing the fields.
  enum Finished {
    case content(HTTPBody, MediaType?)
    /// Members of the query, because the method's body has no meaning.
    case query([UInt8])
  }

  private let operation: APIOperation
  private var json: JSONWriter?
  private var form: [UInt8] = []
  private var parts: [Part] = []
  private var values: [(name: String, value: any Encodable)] = []

  /// Creates a writer for a request of `operation`.
  init(_ operation: APIOperation) {
    self.operation = operation
    self.json = Self.beginning(operation)
  }

  /// Returns a writer after the beginning of a JSON object; nil for other formats.
  private static func beginning(_ operation: APIOperation) -> JSONWriter? {
    guard case .json = operation.bodyFormat else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(224)
    var writer = JSONWriter(appendingTo: consume bytes, options: operation.wire.json)
    writer.beginObject()
    return writer
  }

  /// The size of the fields of a form or of parts so far. It grows with each field that is written.
  var size: Int { form.count + parts.count }

  /// True if the body is JSON that this package writes, without a custom coder.
  var isJSON: Bool { json != nil }

  /// Writes a field.
  mutating func write<T: Encodable>(_ name: String, _ value: T) throws {
    // The JSON writer is checked first, because reading the operation's format copies the format.
    if json != nil { return try member(name) { writer throws in try writer.encode(value) } }
    switch operation.bodyFormat {
    case .json:
      break
    case .urlForm:
      try URLFormEncoder(options: operation.wire.form).append(value, named: name, to: &form)
    case .multipart:
      for (name, text) in try URLFormEncoder(options: operation.wire.parts).pairs(of: value, named: name) {
        parts.append(Part(text: text, name: name))
      }
    case .custom:
      values.append((name, value))
    }
  }

  /// Writes a field of a type with a compiled writer.
  mutating func write<T: Schema>(_ name: String, _ value: T) throws {
    guard json != nil else { return try write(name, encodable: value) }
    try member(name) { writer throws in try writer.encode(value) }
  }

  /// Writes a JSON member; removes it again if its value cannot be encoded.
  @inline(__always)
  private mutating func member(_ name: String, _ value: (inout JSONWriter) throws -> Void) throws {
    let mark = json!.mark()
    json!.key(name)
    do {
      try value(&json!)
    } catch {
      json!.rollBack(to: mark)
      throw Self.error(error, in: name)
    }
  }

  /// Returns an error whose path begins with the field's name, before the path within the field.
  private static func error(_ error: any Error, in name: String) -> any Error {
    guard case EncodingError.invalidValue(let value, let context) = error else { return error }
    let path: [any CodingKey] = [FieldName(name)] + context.codingPath
    return EncodingError.invalidValue(
      value,
      .init(codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
  }

  // Overloads for the most frequent types, which avoid generics.

  /// Writes a field.
  mutating func write(_ name: String, _ value: String) throws {
    guard json != nil else { return try write(name, encodable: value) }
    json!.key(name)
    json!.write(value)
  }

  /// Writes a field.
  mutating func write(_ name: String, _ value: Bool) throws {
    guard json != nil else { return try write(name, encodable: value) }
    json!.key(name)
    json!.write(value)
  }

  /// Writes a field.
  mutating func write(_ name: String, _ value: Int) throws {
    guard json != nil else { return try write(name, encodable: value) }
    json!.key(name)
    json!.write(value)
  }

  /// Writes a field.
  mutating func write(_ name: String, _ value: [String]) throws {
    guard json != nil else { return try write(name, encodable: value) }
    json!.key(name)
    json!.write(value)
  }

  private mutating func write<T: Encodable>(_ name: String, encodable value: T) throws { try write(name, value) }

  /// Writes nothing for a nil field, unless the wire's options include nil.
  mutating func writeNil<T: Encodable>(_ name: String, _ type: T.Type) throws {
    switch operation.bodyFormat {
    case .json where operation.wire.json.nils == .null: try write(name, T?.none)
    case .urlForm where operation.wire.form.nils != .omitted: try write(name, T?.none)
    default: break
    }
  }

  /// Writes a part of a multipart body, under `name` unless the part has a name.
  mutating func write(_ name: String, _ part: Part) throws {
    guard case .multipart = operation.bodyFormat else {
      throw InvalidInput(
        .body, name,
        reason: "is a part, but the body is \(operation.requestContent.acceptedTypes); declare @Multipart")
    }
    var part = part
    part.name = part.name ?? name
    parts.append(part)
  }

  /// Returns the body. Nothing may be written after it.
  mutating func finish() throws -> Finished {
    if json != nil {
      json!.endObject()
      return .content(.bytes(json!.bytes), nil)
    }
    switch operation.bodyFormat {
    case .json:
      return .content(.bytes([]), nil)
    case .urlForm:
      return operation.sendsFormAsQuery ? .query(form) : .content(.bytes(form), nil)
    case .multipart(let boundary):
      let content = try MultipartEncoder(boundary: boundary).content(of: MultipartFormData(parts: parts))
      return .content(content.body, content.mediaType)
    case .custom(let encoder, _):
      return .content(.bytes(try encoder.encode(content: FieldObject(fields: values))), nil)
    }
  }
}

/// Fields as one value, for custom coders.
private struct FieldObject: Encodable {
  let fields: [(name: String, value: any Encodable)]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for field in fields { try container.encode(field.value, forKey: FieldName(field.name)) }
  }
}

/// The name of a field as a coding key.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { self.stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension APIOperation {
  /// The format of the structured body that a client sends. Any other body has the unused value `json`.
  var bodyFormat: BodyFormat.Form { requestContent.formats.first?.form ?? .json }

  /// True if a form is sent in the query, because the method's body has no meaning (RFC 9110 §9.3.1).
  package var sendsFormAsQuery: Bool { requestContent.isSentAsQuery(by: method) }
}

extension URLFormEncoder {
  /// Returns the form pairs of a value below a name, without percent-encoding.
  func pairs<T: Encodable>(of value: T, named name: String) throws -> [(name: String, text: String)] {
    var bytes: [UInt8] = []
    try append(value, named: name, to: &bytes)
    return pairs(in: bytes)
  }

  /// Returns the form pairs of a value's members, without percent-encoding.
  package func pairs<T: Encodable>(of value: T) throws -> [(name: String, text: String)] {
    pairs(in: try encode(value))
  }

  private func pairs(in bytes: [UInt8]) -> [(name: String, text: String)] {
    let plusIsSpace = options.space == .plus
    return bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        PercentEncoding.decode(pair[..<equals], plusIsSpace: plusIsSpace) ?? "",
        PercentEncoding.decode(pair[equals...].dropFirst(), plusIsSpace: plusIsSpace) ?? ""
      )
    }
  }
}
