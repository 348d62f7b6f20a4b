extension JSONDecodeContext {
  /// Returns the error for a scalar that could not be decoded.
  func decodingError(_ fault: JSONScalarFault, _ type: any Any.Type, at index: Int) -> DecodingError {
    let path = path(to: index)
    switch fault {
    case .type:
      return mismatch("a value of type \(type)", type, at: index)
    case .range:
      let text = JSONDocument.Node(tape: tape, index: index).rendered()
      let context = DecodingError.Context(codingPath: path, debugDescription: "\(text) is out of range for \(type).")
      return .dataCorrupted(context)
    case .format:
      let context = DecodingError.Context(codingPath: path, debugDescription: "The string is not a valid \(type).")
      return .dataCorrupted(context)
    }
  }

  /// Returns the error for a missing member, whose encoded name may differ from its key.
  func missing(_ key: some CodingKey, named name: String, in index: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: index), debugDescription: "The member \"\(name)\" is missing.")
    return .keyNotFound(key.stringValue == name ? key : JSONPath.name(name), context)
  }

  /// Returns the error for a value of the wrong type. `wanted` includes its article.
  func mismatch(_ wanted: String, _ type: any Any.Type, at index: Int) -> DecodingError {
    let found = JSONDocument.Node(tape: tape, index: index).rendered()
    let context = DecodingError.Context(
      codingPath: path(to: index), debugDescription: "Expected \(wanted), found \(found).")
    return isNull(index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONDocument.Node {
  /// Returns an excerpt for messages: a scalar as written, truncated to 64 characters, or the kind of container.
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
