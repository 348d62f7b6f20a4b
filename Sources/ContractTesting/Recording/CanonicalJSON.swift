internal import ContractClient

/// JSON in a canonical form: no white space, numbers unchanged, members sorted on request.
enum CanonicalJSON {
  static func text(_ node: JSONDocument.Node, sortsMembers: Bool) -> [UInt8] {
    var writer = JSONWriter()
    write(node, sortsMembers: sortsMembers, to: &writer)
    return writer.bytes
  }

  private static func write(_ node: JSONDocument.Node, sortsMembers: Bool, to writer: inout JSONWriter) {
    switch node.kind {
    case .object:
      var members = node.members.map { (name: $0.name, value: $0.value) }
      if sortsMembers { members.sort { $0.name < $1.name } }
      writer.beginObject()
      for (name, value) in members {
        writer.key(name)
        write(value, sortsMembers: sortsMembers, to: &writer)
      }
      writer.endObject()
    case .array:
      writer.beginArray()
      for element in node.elements { write(element, sortsMembers: sortsMembers, to: &writer) }
      writer.endArray()
    case .string: writer.write(node.string ?? "")
    case .number: writer.write(json: Array((node.numberText ?? "0").utf8))
    default:
      if let value = node.bool { writer.write(value) } else { writer.writeNull() }
    }
  }
}
