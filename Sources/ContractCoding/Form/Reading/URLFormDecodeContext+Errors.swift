extension URLFormDecodeContext {
  /// Returns the error for a value that could not be decoded.
  func decodingError(_ fault: URLFormFault, _ type: any Any.Type, at index: Int) -> DecodingError {
    func context(_ description: String) -> DecodingError.Context {
      DecodingError.Context(codingPath: path(to: index), debugDescription: description)
    }
    let found = rendered(index) ?? "no value"
    switch fault {
    case .missing:
      let path = path(to: index)
      return .keyNotFound(
        path.last ?? .name(""),
        DecodingError.Context(
          codingPath: path.dropLast(), debugDescription: "Expected a value of type \(type), found no value."))
    case .type: return .typeMismatch(type, context("Expected a value of type \(type), found \(found)."))
    case .repeated:
      return .typeMismatch(type, context("Expected one value of type \(type), found \(found); send it once."))
    case .syntax: return .dataCorrupted(context("The text is not percent-encoded UTF-8; encode every % as %25."))
    case .invalid: return .dataCorrupted(context("\(found) is not a valid \(type)."))
    }
  }

  /// Returns an excerpt of a value for messages; nil when it is absent.
  func rendered(_ index: Int) -> String? {
    let node = node(index)
    switch node.kind {
    case .absent: return nil
    case .null: return "null"
    case .text(let text): return Array(text.utf8)[...].excerpt
    case .raw(let range):
      return (try? text(at: index)).map { Array($0.utf8)[...].excerpt } ?? tree.bytes[range].excerpt
    case .branch:
      if node.elements.isEmpty { return node.members.isEmpty && index >= tree.nodes.count ? "an array" : "an object" }
      if !node.members.isEmpty { return "values and members" }
      if node.plainCount < node.elements.count { return "an array" }
      return node.plainCount == 1 ? rendered(node.elements[0]) : "\(node.plainCount) values"
    }
  }
}
