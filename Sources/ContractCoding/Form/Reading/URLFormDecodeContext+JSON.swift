extension URLFormDecodeContext {
  /// Adds the values of a JSON document as nodes. Scalars are added as strings.
  func graft(_ value: JSONDocument.Node, parent: Int, step: JSONPath) -> Int {
    let index = make(URLFormNode(parent: parent, step: step, kind: kind(of: value)))
    var weight = 1
    switch value.kind {
    case .array:
      for (position, element) in value.elements.enumerated() {
        let child = graft(element, parent: index, step: .element(position))
        weight += node(child).weight
        update(index) { $0.elements.append(child) }
      }
    case .object:
      for (name, member) in value.members where node(index).members[name] == nil {
        let child = graft(member, parent: index, step: .name(name))
        weight += node(child).weight
        update(index) {
          $0.members[name] = child
          $0.names.append(name)
        }
      }
    default: break
    }
    update(index) { $0.weight = weight }
    return index
  }

  private func kind(of value: JSONDocument.Node) -> URLFormNode.Kind {
    switch value.kind {
    case .null: .null
    case .bool: .text(value.bool == true ? "true" : "false")
    case .number: .text(value.numberText ?? "")
    case .string: .text(value.string ?? "")
    case .array, .object: .branch
    }
  }
}
