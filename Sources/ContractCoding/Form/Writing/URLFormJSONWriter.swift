/// A writer of values as JSON, for nested objects in queries and forms.
struct URLFormJSONWriter {
  /// The path of the current value, for errors.
  private var path: [JSONPath]
  private let sortsKeys: Bool
  private var writer = JSONWriter()

  init(path: [JSONPath], sortsKeys: Bool) {
    self.path = path
    self.sortsKeys = sortsKeys
  }

  var bytes: [UInt8] { writer.bytes }

  mutating func write(_ value: URLFormValue) throws {
    switch value.kind {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .text(let text): writer.write(text)
    case .number(let text): try write(number: text)
    case .pending: writer.write(json: "{}".utf8)
    case .array(let elements):
      writer.beginArray()
      for (position, element) in elements.enumerated() { try write(element, at: .element(position)) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (name, member) in sortsKeys ? URLFormValue.sorted(members) : members {
        writer.key(name)
        try write(member, at: .name(name))
      }
      writer.endObject()
    }
  }

  private mutating func write(_ value: URLFormValue, at step: JSONPath) throws {
    path.append(step)
    try write(value)
    path.removeLast()
  }

  private mutating func write(number text: String) throws {
    guard text.utf8.last.map({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) ?? false else {
      throw EncodingError.invalidValue(
        text, .init(codingPath: path, debugDescription: "JSON cannot represent the number \(text)."))
    }
    writer.write(json: text.utf8)
  }
}
