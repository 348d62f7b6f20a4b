internal import ContractCoding
internal import ContractHTTP

/// The subtypes that a document declares by inheritance: a schema with a `discriminator` lists no alternatives, and its
/// subtypes include it with `allOf`, or are targets of its `mapping`.
struct SchemaSubtypes: Sendable {
  /// A subtype, with a value of the member that distinguishes subtypes.
  struct Subtype: Sendable {
    let tag: String
    let node: OpenAPINode

    /// The subtype as the text of a reference.
    var reference: String { OpenAPIReferences.reference(to: node.pointer) }
  }

  private let references: OpenAPIReferences
  private let schemas: [String: OpenAPINode]
  /// The components that include a schema with `allOf`, by the pointer of the schema.
  private var children: [String: [String]] = [:]
  private let declared: [(name: String, node: OpenAPINode)]

  init(_ root: OpenAPINode) {
    references = OpenAPIReferences(root)
    let components = root["components"]?["schemas"]?.members ?? []
    schemas = Dictionary(components.map { ($0.name, $0.node) }) { first, _ in first }
    declared = components.filter { Self.isBase($0.node) }
    guard !declared.isEmpty else { return }
    for (name, schema) in components {
      for part in schema["allOf"]?.elements ?? [] {
        guard let text = part.value["$ref"]?.string, let parent = try? references.target(of: text, at: "") else {
          continue
        }
        children[parent.pointer, default: []].append(name)
      }
    }
  }

  /// Returns the subtypes of a schema, those of its `mapping` first; empty for a schema without subtypes. A subtype may
  /// occur with several tags.
  func of(_ schema: OpenAPINode) -> [Subtype] {
    guard Self.isBase(schema) else { return [] }
    var subtypes: [Subtype] = []
    for (tag, target) in schema["discriminator"]?["mapping"]?.members ?? [] {
      guard let text = target.value.string,
        let node = schemas[text] ?? (try? references.target(of: text, at: target.pointer))
      else { continue }
      subtypes.append(Subtype(tag: tag, node: node))
    }
    let mapped = Set(subtypes.map(\.node.pointer))
    var (seen, waiting): (Set<String>, [String]) = ([schema.pointer], (children[schema.pointer] ?? []).reversed())
    while let name = waiting.popLast() {
      guard let node = schemas[name], seen.insert(node.pointer).inserted else { continue }
      if !mapped.contains(node.pointer) { subtypes.append(Subtype(tag: name, node: node)) }
      waiting += (children[node.pointer] ?? []).reversed()
    }
    return subtypes.filter { $0.node.pointer != schema.pointer }
  }

  /// The components with subtypes.
  var all: [(base: OpenAPINode, subtypes: [Subtype])] {
    declared.map { ($0.node, of($0.node)) }.filter { !$0.1.isEmpty }
  }

  /// Returns the schemas with subtypes whose values satisfy `schemas`. A component that includes such a schema with
  /// `allOf` is a subtype itself, but a schema of a member or body may include one to add a rule such as `nullable`.
  func bases(of schemas: [OpenAPINode]) -> [OpenAPINode] {
    guard !declared.isEmpty else { return [] }
    var (seen, waiting, found): (Set<String>, [OpenAPINode], [OpenAPINode]) = ([], schemas.reversed(), [])
    while let node = waiting.popLast() {
      guard seen.insert(node.pointer).inserted else { continue }
      if Self.isBase(node) {
        found.append(node)
      } else if let text = node.value["$ref"]?.string {
        if let target = try? references.target(of: text, at: node.pointer) { waiting.append(target) }
      } else if !Self.isComponent(node) {
        waiting += (node["allOf"]?.elements ?? []).reversed()
      }
    }
    return found
  }

  private static func isBase(_ node: OpenAPINode) -> Bool {
    node.value["discriminator"]?["propertyName"]?.string != nil && node.value["oneOf"] == nil
      && node.value["anyOf"] == nil
  }

  private static func isComponent(_ node: OpenAPINode) -> Bool {
    node.pointer.rest(afterBytes: "/components/schemas/").map { !$0.contains(byte: "/") } ?? false
  }
}
