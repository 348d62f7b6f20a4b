internal import Contract
internal import ContractCoding

/// A writer of a whole document.
struct DocumentWriter {
  let api: OpenAPI
  let context: ExportContext

  init(api: OpenAPI, version: OpenAPIVersion) {
    self.api = api
    context = ExportContext(version: version, refusals: api.refusals)
  }

  func export() throws(OpenAPIError) -> OpenAPIExport {
    let operations = api.operations.filter { !$0.isUndeclared }
    for raw in api.operations where raw.isUndeclared {
      context.omit("The raw route \(raw.path) is not described, because its inputs are not declared.")
    }
    let paths = paths(operations)
    let components = components()
    guard context.problems.isEmpty else { throw OpenAPIError(problems: context.problems) }
    var known: Set<String> = []
    let tags = operations.compactMap(\.tag).filter { known.insert($0).inserted }
    let document = JSONValue.members([
      "openapi": .string(context.version.rawValue),
      "info": .members([
        "title": .string(api.title), "description": api.description.map { .string($0) },
        "version": .string(api.version),
      ]),
      "servers": api.servers.isEmpty ? nil : .array(api.servers.map { ["url": .string($0)] }),
      "tags": tags.isEmpty ? nil : .array(tags.map { ["name": .string($0)] }),
      "paths": paths,
      "components": components,
    ])
    return OpenAPIExport(document: document, omissions: context.omissions)
  }

  /// Returns the path items in the order of the operations.
  private func paths(_ operations: [APIOperation]) -> JSONValue {
    var order: [String] = []
    var items: [String: JSONValue] = [:]
    var ids: Set<String> = []
    // Paths that differ only in the names of placeholders are one path (OpenAPI 3.1.1 §4.8.8), with the names of the first.
    var placeholders: [String: [String]] = [:]
    for operation in operations {
      var writer = OperationWriter(operation: operation, context: context)
      let names = placeholders[writer.shape] ?? operation.path.placeholders
      placeholders[writer.shape] = names
      writer.placeholders = Dictionary(zip(operation.path.placeholders, names)) { first, _ in first }
      let path = writer.path()
      guard let method = operation.method, let group = OperationWriter.group(of: method, context.version) else {
        context.omit(
          "OpenAPI before 3.2 has no method \(operation.method?.rawValue ?? ""), so \(operation.id) is not described.")
        continue
      }
      if items[path] == nil { order.append(path) }
      var item = items[path] ?? [:]
      let earlier = if let name = group.name { item[name]?[group.member] } else { item[group.member] }
      if earlier != nil {
        context.omit(
          "\(operation.id) has the method and path of another operation (\(method) \(path)), and is not described.")
        continue
      }
      if !ids.insert(operation.id).inserted {
        context.add(problem: "two operations have the id `\(operation.id)`; mount one of them with another name")
      }
      if let name = group.name {
        item[name] = item[name] ?? [:]
        item[name]?[group.member] = writer.value()
      } else {
        item[group.member] = writer.value()
      }
      items[path] = item
    }
    return .object(JSONObject(order.map { ($0, items[$0] ?? [:]) }))
  }

  private func components() -> JSONValue? {
    let schemas = context.allSchemas()
    let parts = JSONValue.members([
      "schemas": schemas.object?.isEmpty == false ? schemas : nil,
      "responses": Self.sorted(context.responses),
      "securitySchemes": Self.sorted(context.securitySchemes),
    ])
    return parts.object?.isEmpty == false ? parts : nil
  }

  private static func sorted(_ members: [String: JSONValue]) -> JSONValue? {
    guard !members.isEmpty else { return nil }
    return .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }
}

extension APIOperation {
  /// True for a raw route.
  fileprivate var isUndeclared: Bool { method == nil || self[RawRoute.self] != nil }

  /// The group of the operation: `Todos` for `Todos.list`.
  var tag: String? {
    guard let dot = id.utf8.lastIndex(of: UInt8(ascii: ".")), dot > id.startIndex else { return nil }
    return String(id[..<dot])
  }
}
