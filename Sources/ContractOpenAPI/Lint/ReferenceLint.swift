internal import ContractCoding
internal import ContractHTTP

/// The rules about references and components.
struct ReferenceLint {
  /// Members whose values are data, in which `$ref` has no meaning.
  private static let data: Set<String> = ["example", "examples", "default", "enum", "const"]

  /// Objects whose member names are chosen by the author, or are statuses such as `default`.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "$defs", "dependentSchemas", "responses", "headers", "content", "callbacks",
    "links", "encoding", "schemas", "parameters", "requestBodies", "pathItems", "paths", "webhooks",
  ]

  private let document: OpenAPIDocument

  init(_ document: OpenAPIDocument) { self.document = document }

  func findings() -> [LintFinding] {
    var links: [(text: String, pointer: String)] = []
    collect(document.root, isNamed: false, into: &links)
    var chains = ReferenceChains(document.root)
    var findings: [LintFinding] = []
    for link in links {
      guard let fault = chains.fault(of: link.text) else { continue }
      findings.append(LintFinding(rule: .brokenReference, pointer: "\(link.pointer)/$ref", message: fault))
    }
    return findings + unused(links)
  }

  /// Collects the references in a value.
  ///
  /// - Parameter isNamed: whether the members of the value are names chosen by the author, as in `properties`.
  private func collect(_ node: OpenAPINode, isNamed: Bool, into links: inout [(text: String, pointer: String)]) {
    if let text = node.value["$ref"]?.string, !isNamed { links.append((text, node.pointer)) }
    if !isNamed, let mapping = node.value["discriminator"]?["mapping"]?.object {
      for case (_, .string(let target)) in mapping {
        // A target is a reference, or the name of a schema.
        if target.starts(withByte: "#") {
          links.append((target, node.pointer))
        } else if let schema = document.schema(named: target) {
          links.append(("#" + PercentEncoding.encoded(schema.pointer, for: .component), node.pointer))
        }
      }
    }
    for (name, child) in node.members {
      if isNamed || !Self.data.contains(name) {
        collect(child, isNamed: !isNamed && Self.maps.contains(name), into: &links)
      } else if name == "examples" {
        // Outside of schemas, examples have names and may be references.
        for (_, example) in child.members {
          if let text = example.value["$ref"]?.string { links.append((text, example.pointer)) }
        }
      }
    }
    for child in node.elements { collect(child, isNamed: false, into: &links) }
  }

  /// Returns findings about components that no reference from outside of the components reaches, directly or through
  /// other components.
  private func unused(_ links: [(text: String, pointer: String)]) -> [LintFinding] {
    var targets: [String: [String]] = [:]
    for link in links {
      // A reference may be percent-encoded, but the pointers of components are not.
      let target = (try? document.target(of: link.text, at: link.pointer))?.pointer ?? String(link.text.dropFirst())
      targets[owner(of: link.pointer), default: []].append(owner(of: target))
    }
    // A schema with a discriminator allows its subtypes without referring to them.
    for (base, subtypes) in SchemaSubtypes(document.root).all {
      targets[base.pointer, default: []] += subtypes.map { owner(of: $0.node.pointer) }
    }
    var (used, waiting): (Set<String>, [String]) = ([], [""])
    while let owner = waiting.popLast() {
      for target in targets[owner] ?? [] where used.insert(target).inserted { waiting.append(target) }
    }
    let operations = document.operations + document.callbacks().callbacks.map(\.operation)
    let schemes = Set((document.security + operations.flatMap(\.security)).flatMap { $0.schemes.map(\.name) })
    var findings: [LintFinding] = []
    for (kind, components) in document.root["components"]?.members ?? [] where !kind.utf8.starts(with: "x-".utf8) {
      for (name, component) in components.members {
        let isUsed = kind == "securitySchemes" ? schemes.contains(name) : used.contains(component.pointer)
        guard !isUsed else { continue }
        findings.append(
          LintFinding(
            rule: .unusedComponent, pointer: component.pointer,
            message: "The component `\(name)` is not used; remove it or refer to it"))
      }
    }
    return findings
  }

  /// Returns the pointer of the component that contains a location; empty for a location outside of components.
  private func owner(of pointer: String) -> String {
    let steps = pointer.split(atByte: "/", keepsEmpty: true)
    guard steps.count >= 4, steps[1] == "components" else { return "" }
    return steps[..<4].joined(separator: "/")
  }
}
