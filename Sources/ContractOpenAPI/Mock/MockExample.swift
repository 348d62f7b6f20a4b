internal import ContractCoding

/// An example of a header or body in a document.
enum MockExample {
  /// A value, which is written in the media type or style of its location.
  case value(JSONValue)
  /// A text that is sent unchanged (`serializedValue` of OpenAPI 3.2).
  case serialized(String)

  /// Reads the first example of a header or media type; nil if there is none.
  init?(of node: OpenAPINode, in document: OpenAPIDocument) {
    if let value = node.value["example"] {
      self = .value(value)
      return
    }
    for (_, example) in node["examples"]?.members ?? [] {
      guard let example = (try? document.resolve(example))?.value else { continue }
      if let value = example["dataValue"] ?? example["value"] {
        self = .value(value)
        return
      }
      if let text = example["serializedValue"]?.string {
        self = .serialized(text)
        return
      }
    }
    return nil
  }
}
