internal import ContractClient

/// The members of a recorded body whose values were replaced by masking.
struct MaskedMembers {
  private var names: [String] = []
  private var isMasked = false
  private static let maxNames = 5

  /// Finds the masked members in the body of a recorded response.
  ///
  /// - Parameter replacement: The replacement for secrets. If it is empty, no member is treated as masked.
  init(_ response: HTTPResponse, _ replacement: String) {
    let bytes = response.body.heldBytes
    guard !replacement.isEmpty, bytes.firstRange(of: replacement.utf8) != nil else { return }
    isMasked = true
    if let document = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth)) {
      collect(document.root, replacement)
    }
  }

  private mutating func collect(_ node: JSONDocument.Node, _ replacement: String) {
    switch node.kind {
    case .object:
      for (name, value) in node.members {
        if value.string == replacement {
          if !names.contains(name), names.count < Self.maxNames { names.append(name) }
        } else {
          collect(value, replacement)
        }
      }
    case .array:
      for element in node.elements { collect(element, replacement) }
    default: break
    }
  }

  /// Returns a hint for an unreadable body; nil if nothing in the body is masked.
  ///
  /// - Parameter fixture: The name of the fixture file.
  func hint(of fixture: String) -> String? {
    guard isMasked else { return nil }
    if names.isEmpty {
      return "secrets are masked in the fixture `\(fixture)`: edit the fixture to restore real values"
    }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let literals = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return "\(list) \(names.count == 1 ? "is" : "are") masked in the fixture `\(fixture)`: record it with "
      + "`masking: .standard.showing(names: [\(literals)])`, or edit the fixture"
  }
}
