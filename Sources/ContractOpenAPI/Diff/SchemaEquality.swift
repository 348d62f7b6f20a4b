internal import ContractCoding

/// A test whether schemas of two documents are equal, together with everything they refer to.
///
/// Unlike ``SchemaMeaning``, equality includes annotations, so equal schemas have no change at all.
struct SchemaEquality: Sendable {
  private let isSameVersion: Bool
  /// The references whose targets differ, or refer to targets that differ.
  private var changed: Set<String> = []
  private let subtypes: (old: SchemaSubtypes, new: SchemaSubtypes)

  init(_ old: OpenAPIDocument, _ new: OpenAPIDocument, _ subtypes: (old: SchemaSubtypes, new: SchemaSubtypes)) {
    self.subtypes = subtypes
    isSameVersion = old.version == new.version
    guard isSameVersion else { return }
    var users: [String: [String]] = [:]
    var spreading: [String] = []
    let inherited = subtypes.old.all.flatMap(\.subtypes).map(\.reference)
    for text in Set(Self.references(in: old.root.value) + inherited) {
      let before = try? old.target(of: text, at: "")
      if let before, let now = try? new.target(of: text, at: ""), before.value == now.value,
        haveEqualSubtypes(before, now)
      {
        let further = subtypes.old.of(before).map(\.reference)
        for next in Self.references(in: before.value) + further { users[next, default: []].append(text) }
      } else {
        spreading.append(text)
      }
    }
    while let text = spreading.popLast() {
      if changed.insert(text).inserted { spreading += users[text] ?? [] }
    }
  }

  /// Returns true if two parts are equal in every respect.
  func areEqual(_ old: SchemaPart, _ new: SchemaPart) -> Bool {
    guard isSameVersion, old.nodes.map(\.value) == new.nodes.map(\.value),
      old.chosen.map(\.value) == new.chosen.map(\.value)
    else { return false }
    guard zip(old.nodes, new.nodes).allSatisfy({ haveEqualSubtypes($0, $1) }) else { return false }
    return old.nodes.allSatisfy { node in
      let inherited = subtypes.old.of(node).map(\.reference)
      return (Self.references(in: node.value) + inherited).allSatisfy { !changed.contains($0) }
    }
  }

  /// Returns true if schemas have subtypes with equal tags and names.
  private func haveEqualSubtypes(_ old: OpenAPINode, _ new: OpenAPINode) -> Bool {
    let (before, now) = (subtypes.old.of(old), subtypes.new.of(new))
    return before.map(\.tag) == now.map(\.tag) && before.map(\.reference) == now.map(\.reference)
  }

  /// Returns the references in a value. A `$ref` in an author's data, such as an example, is included too; it only
  /// makes the test stricter.
  private static func references(in value: JSONValue) -> [String] {
    var (found, waiting): ([String], [JSONValue]) = ([], [value])
    while let value = waiting.popLast() {
      switch value {
      case .array(let elements): waiting += elements
      case .object(let members):
        for (name, value) in members {
          if name == "$ref", let text = value.string { found.append(text) } else { waiting.append(value) }
        }
      default: continue
      }
    }
    return found
  }
}
