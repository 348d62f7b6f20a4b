internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// A writer of the extension `x-paging`, which describes how a caller gets the next page.
///
/// The declaration of a paging contains names of Swift properties. Coding keys may rename these, and a path such as
/// `last.id` may lead to no member. Therefore only names that occur in the described schemas are written.
struct PagingWriter {
  let operation: APIOperation
  let described: OperationDescription
  let context: ExportContext

  func value(_ paging: Paging) -> JSONValue {
    .members([
      "cursor": known("cursor", paging.cursor, cursor(paging.cursor)),
      "next": paging.next.flatMap { known("next", $0, member($0)) },
      "link": paging.next == nil ? "next" : nil,
      "items": paging.items.flatMap { known("items", $0, member($0)) },
    ])
  }

  /// Returns the name on the wire. If it is nil, reports the declared name as an omission.
  private func known(_ label: String, _ written: String, _ name: String?) -> JSONValue? {
    if name == nil {
      context.omit(
        "`\(written)` in the paging of \(operation.id) is not a name on the wire; `x-paging` has no `\(label)`.")
    }
    return name.map { .string($0) }
  }

  private func cursor(_ name: String) -> String? {
    let isInput = operation.inputs.contains { $0.name == name || $0.isDictionary }
    guard !isInput, let body = described.body else { return isInput ? name : nil }
    let isJSON = operation.requestContent.mediaType?.isJSON == true
    return Self.path(name, in: body.schema, isJSON ? operation.wire.json.keys : operation.wire.form.keys)
  }

  private func member(_ path: String) -> String? {
    described.responses.lazy.compactMap(\.schema).first.flatMap { Self.path(path, in: $0, operation.wire.json.keys) }
  }

  /// Returns the names on the wire along a path of members; nil if a schema on the path lacks a member.
  private static func path(_ members: String, in schema: JSONSchema, _ keys: KeyMapping) -> String? {
    var names: [String] = []
    var schema = schema
    for member in members.split(atByte: ".") {
      let content = schema.content
      let found = (content.isPositional ? [] : content.properties).lazy.map { property in
        (property, name: property.isExact ? property.name : keys.encoded(property.name))
      }.first { $0.name == member || $0.0.name == member }
      guard let found else { return nil }
      names.append(found.name)
      schema = found.0.schema
    }
    return names.joined(separator: ".")
  }
}
