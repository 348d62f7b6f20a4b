internal import ContractCoding
internal import ContractHTTP

/// The client class of a file, its groups of operations, and its settings.
struct TypeScriptClient {
  let document: OpenAPIDocument
  let name: String
  let operations: [TypeScriptOperationTypes]
  let shapes: TypeScriptShapes
  let shared: TypeScriptSharedContents

  init(document: OpenAPIDocument, name: String, operations: [TypeScriptOperationTypes], shapes: TypeScriptShapes) {
    self.document = document
    self.name = name
    self.operations = operations
    self.shapes = shapes
    shared = TypeScriptSharedContents(operations.map { TypeScriptMethod(types: $0, shapes: shapes) })
  }

  /// Writes the classes and the interfaces of their settings.
  func write(names: inout TypeScriptNames, to text: inout TypeScriptText) {
    let groups = groups(&names)
    text.line()
    text.comment([document.root["info"]?["description"]?.value.string ?? "A client of \(document.title)."])
    text.block("export class \(name) {") { text in
      text.line("readonly #caller: WireCaller;")
      for group in groups { text.line("readonly \(group.property): \(group.type);") }
      text.line()
      let usual = isURLOptional ? " = {}" : ""
      text.block("constructor(options: ClientOptions\(usual)) {") { text in
        let base = document.firstServerURL.map { " ?? \(TypeScriptText.literal($0))" } ?? ""
        let credentials = hasCredentials ? "options.credentials" : "undefined"
        text.line("this.#caller = new WireCaller(options.baseURL\(base), options, \(credentials));")
        for group in groups { text.line("this.\(group.property) = new \(group.type)(this.#caller);") }
      }
      writeMethods(of: nil, to: &text)
    }
    for group in groups {
      text.line()
      text.comment(["The operations of `\(name).\(group.property)`."])
      text.block("export class \(group.type) {") { text in
        text.line("readonly #caller: WireCaller;")
        text.line()
        text.block("constructor(caller: WireCaller) {") { $0.line("this.#caller = caller;") }
        writeMethods(of: group.name, to: &text)
      }
    }
    writeSettings(to: &text)
  }

  private func writeMethods(of group: String?, to text: inout TypeScriptText) {
    for types in operations where types.operation.group == group {
      text.line()
      TypeScriptMethod(types: types, shapes: shapes, shared: shared).write(to: &text)
    }
  }

  private func groups(_ names: inout TypeScriptNames) -> [(name: String, property: String, type: String)] {
    var taken = Set(operations.map(\.operation).filter { $0.group == nil }.map(\.method)).union(["constructor"])
    var groups: [(name: String, property: String, type: String)] = []
    for types in operations {
      guard let group = types.operation.group, !groups.contains(where: { $0.name == group }) else { continue }
      let property = TypeScriptNames.member(group, among: &taken)
      groups.append((group, property, names.type(group + " operations")))
    }
    return groups
  }

  // MARK: - Settings

  /// True if an operation opens a WebSocket.
  var hasChannels: Bool { operations.contains { $0.operation.channel != nil } }

  private var isURLOptional: Bool { document.firstServerURL != nil }

  private func writeSettings(to text: inout TypeScriptText) {
    text.line()
    text.comment(["Settings of a client."])
    text.block("export interface ClientOptions {") { text in
      let usual = document.firstServerURL.map { " Default: `\($0)`." } ?? ""
      text.comment(["The URL before the paths of all operations.\(usual)"])
      text.line("baseURL\(isURLOptional ? "?" : ""): string;")
      if hasCredentials {
        text.comment(["The credentials. Each operation gets those that it requires."])
        text.line("credentials?: ClientCredentials;")
      }
      text.line(
        """
        /** Headers of every request. */
        headers?: { [name: string]: string };
        /** The maximum time of a call in milliseconds. Default: none. */
        timeout?: number;
        /** The function that sends requests. Default: the global `fetch`. */
        fetch?: (url: string, init: RequestInit) => Promise<Response>;
        """)
      guard hasChannels else { return }
      text.line(
        """
        /** The function that opens channels. Default: the global `WebSocket`, which sends no headers. */
        webSocket?: (url: string, protocols: string[], headers: Headers) => WebSocket;
        """)
    }
    guard hasCredentials else {
      text.line("\nconst schemes: { readonly [name: string]: WireScheme } = {};")
      return
    }
    text.line()
    text.comment(["A value, or a function that returns it for each request."])
    text.line("export type Credential<Value> = Value | (() => Value | Promise<Value>);\n")
    text.comment(["Credentials by security scheme."])
    text.block("export interface ClientCredentials {") { text in
      for (name, node) in schemes {
        let type = isBasic(node) ? "{ username: string; password: string }" : "string"
        text.comment(TypeScriptReader.notes(on: node.value))
        text.line("\(TypeScriptText.name(name))?: Credential<\(type)>;")
      }
    }
    text.line()
    text.block("const schemes: { readonly [name: string]: WireScheme } = {", "};") { text in
      for (name, node) in schemes { text.line("\(TypeScriptText.key(name)): \(scheme(node).inline(as: name)),") }
    }
  }

  private var hasCredentials: Bool { !schemes.isEmpty }

  private var schemes: [(name: String, node: OpenAPINode)] { document.sentSchemes }

  private func isBasic(_ scheme: OpenAPINode) -> Bool {
    scheme["type"]?.value.string == "http" && scheme["scheme"]?.value.string?.lowercased() == "basic"
  }

  private func scheme(_ node: OpenAPINode) -> TypeScriptValue {
    switch node["type"]?.value.string {
    case "apiKey":
      let location = node["in"]?.value.string ?? "header"
      return .object([
        ("in", .string(["query", "cookie"].contains(location) ? location : "header")),
        ("name", .string(node["name"]?.value.string ?? "")),
      ])
    case "http" where isBasic(node): return .object([("in", .string("basic"))])
    case "http":
      let name = node["scheme"]?.value.string ?? "bearer"
      return .object([("in", .string("authorization")), ("name", .string(name == "bearer" ? "Bearer" : name))])
    default: return .object([("in", .string("authorization")), ("name", .string("Bearer"))])
    }
  }

  // MARK: - Errors

  /// Writes the bodies that several operations declare for a status.
  func writeSharedContents(to text: inout TypeScriptText) {
    for (name, value) in shared.declarations {
      let start = "const \(name): readonly WireContent[] = "
      text.line(start + value.text(column: start.utf8.count + 1) + ";")
    }
  }

  /// Writes the table of errors by operation, and the function that recognizes them.
  func writeErrorTable(to text: inout TypeScriptText) {
    text.line()
    text.comment(["The declared errors by operation, for `isErrorOf`."])
    text.block("export interface ErrorsOf {") { text in
      var written: Set<String> = []
      for types in operations where written.insert(types.operation.id).inserted {
        let type = types.operation.errors.isEmpty ? "never" : types.operation.errorName
        text.line("\(TypeScriptText.literal(types.operation.id)): \(type);")
      }
    }
  }
}
