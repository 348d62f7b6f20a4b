extension JSONDecodeContext {
  /// The error of a scalar that could not be read.
  func decodingError(_ fault: JSONScalarFault, _ type: any Any.Type, at index: Int) -> DecodingError {
    let path = path(to: index)
    switch fault {
    case .type:
      return mismatch("a value of type \(type)", type, at: index)
    case .range:
      let text = JSONDocument.Node(tape: tape, index: index).rendered()
      let context = DecodingError.Context(codingPath: path, debugDescription: "\(type) cannot hold \(text).")
      return .dataCorrupted(context)
    case .format:
      let context = DecodingError.Context(codingPath: path, debugDescription: "The string spells no \(type).")
      return .dataCorrupted(context)
    }
  }

  /// The error of a missing member, whose key may have another name on the wire.
  func missing(_ key: some CodingKey, named name: String, in index: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: index), debugDescription: "The member \"\(name)\" is missing.")
    return .keyNotFound(key.stringValue == name ? key : JSONPath.name(name), context)
  }

  /// The error of a value of the wrong kind; `wanted` has its article.
  func mismatch(_ wanted: String, _ type: any Any.Type, at index: Int) -> DecodingError {
    let found = JSONDocument.Node(tape: tape, index: index).rendered()
    let context = DecodingError.Context(
      codingPath: path(to: index), debugDescription: "Expected \(wanted), found \(found).")
    return isNull(index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONDocument.Node {
  /// A short text for messages: a scalar as the document writes it, cut after 64 characters, or what a container is.
  func rendered() -> String {
    let limit = 64
    switch kind {
    case .object: return "an object"
    case .array: return "an array"
    case .null: return "null"
    case .bool: return bool == true ? "true" : "false"
    case .number, .string:
      let text = String(decoding: tape.slice(index).prefix(limit * 4 + 4), as: UTF8.self)
      let shown = text.count > limit ? text.prefix(limit) + "…" : text[...]
      return kind == .string ? "\"\(shown)\"" : String(shown)
    }
  }
}
