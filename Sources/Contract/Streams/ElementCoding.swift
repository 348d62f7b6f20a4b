/// The JSON coding of the elements of a stream, chosen once for all elements.
struct ElementCoding<Element: Codable & SendableMetatype>: Sendable {
  /// Replaces the contents of the array with the JSON of an element, which has no line breaks.
  let write: @Sendable (Element, APIOperation, inout [UInt8]) throws -> Void
  /// Decodes the element in a JSON text. A server also checks the rules of members.
  let read: @Sendable ([UInt8], APIOperation, _ checksRules: Bool) throws(JSONContent.Unreadable) -> Element

  init() {
    if let type = Element.self as? any Schema.Type, let coding = compiledCoding(type) as? ElementCoding {
      self = coding
      return
    }
    write = { element, operation, bytes in
      bytes = try JSONWriter.bytes(of: element, options: operation.wire.json)
    }
    read = { bytes, operation, checksRules throws(JSONContent.Unreadable) in
      try JSONContent.value(Element.self, in: bytes, operation.wire.json, checksRules: checksRules)
    }
  }

  fileprivate init(
    write: @escaping @Sendable (Element, APIOperation, inout [UInt8]) throws -> Void,
    read: @escaping @Sendable ([UInt8], APIOperation, Bool) throws(JSONContent.Unreadable) -> Element
  ) {
    self.write = write
    self.read = read
  }
}

/// Returns the coding with the type's compiled writer and reader.
private func compiledCoding<T: Schema>(_ type: T.Type) -> Any {
  ElementCoding<T> { element, operation, bytes in
    try JSONWriter.write(element, with: operation.jsonReading, into: &bytes)
  } read: { bytes, operation, checksRules throws(JSONContent.Unreadable) in
    try JSONContent.compiled(T.self, in: bytes, operation.wire.json, checksRules: checksRules)
  }
}
