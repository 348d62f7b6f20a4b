internal import ContractCoding
internal import ContractHTTP

/// A TypeScript file with the types and a client of an API, written from its OpenAPI document.
///
/// ```swift
/// let file = TypeScriptFile(try OpenAPIDocument(parsing: bytes))
/// print(file.text)
/// ```
///
/// The file has no dependencies. It compiles with TypeScript 4.8 and later under `--strict`, and runs wherever `fetch`
/// exists: in browsers, and in Node 18 and later. Equal documents and options result in equal bytes.
public struct TypeScriptFile: Sendable {
  /// The source text.
  public let text: String
  /// The facts of the document that the file cannot express, each with its JSON pointer.
  public let notes: [String]

  /// Writes the file for a document.
  public init(_ document: OpenAPIDocument, options: TypeScriptOptions = TypeScriptOptions()) {
    var reader = TypeScriptReader(document.root.value, options: options)
    var names = TypeScriptNames(hasChannels: document.operations.contains(where: \.opensWebSocket))
    let schemas = (document.root["components"]?["schemas"]?.members ?? [])
    var components: [String: String] = [:]
    for (name, _) in schemas { components[name] = names.type(name) }
    let title = document.title.isEmpty ? "API" : document.title
    let client = names.type(options.clientName ?? title + " client")
    reader.readComponents()
    let operations = reader.operations(of: document, names: &names)

    let spelling = TypeScriptSpelling(options: options, components: components)
    let shapes = TypeScriptShapes(reader.types, options: options)
    let all = operations.map { TypeScriptOperationTypes(operation: $0, spelling: spelling, reader: reader) }
    var text = TypeScriptText()
    text.line("// \(Self.inOneLine(title)) \(Self.inOneLine(document.apiVersion))")
    text.line("// Written by `contract-tool typescript`. Changes will be lost.")
    text.line("/* eslint-disable */")
    let section = TypeScriptClient(document: document, name: client, operations: all, shapes: shapes)
    section.write(names: &names, to: &text)
    for types in all {
      types.writeInput(to: &text)
      types.writeResult(to: &text)
      types.writeErrors(to: &text)
    }
    section.writeErrorTable(to: &text)
    for (name, node) in schemas {
      guard let type = reader.types[name], let identifier = components[name] else { continue }
      spelling.writeDeclaration(of: type, as: identifier, notes: TypeScriptReader.notes(on: node.value), to: &text)
    }
    TypeScriptRuntime(options: options, shapes: shapes, order: schemas.map(\.name), hasChannels: section.hasChannels)
      .write(to: &text) { text in
        section.writeSharedContents(to: &text)
      }
    self.text = text.text
    notes = reader.notes
  }

  /// Returns a string for a line comment, with line breaks replaced.
  private static func inOneLine(_ text: String) -> String {
    text.escapingControls().replacingBytes("\u{2028}", with: " ").replacingBytes("\u{2029}", with: " ")
  }
}

extension TypeScriptReader {
  /// Reads all operations, and names their methods: the id `Todos.list` is the method `list` of the group `todos`.
  mutating func operations(of document: OpenAPIDocument, names: inout TypeScriptNames) -> [TypeScriptOperation] {
    var taken: [String: Set<String>] = [:]
    return document.operations.map { source in
      let id = source.id ?? source.title
      let parts = source.id?.split(atByte: ".") ?? []
      let group = parts.count > 1 ? parts.dropLast().joined(separator: ".") : nil
      let name = parts.last.map(String.init) ?? "\(source.method.rawValue.lowercased()) \(source.path)"
      let method = TypeScriptNames.member(name, among: &taken[group ?? "", default: ["constructor"]])
      var read = operation(source, id, group: group, method: method, names: &names)
      read.security = source.security.map { document.sentSchemes(of: $0) }.filter { !$0.isEmpty }
      return read
    }
  }
}

extension TypeScriptSpelling {
  /// Writes the declaration of a component: an interface for an object, and an alias for any other type.
  func writeDeclaration(of type: TypeScriptType, as name: String, notes: [String], to text: inout TypeScriptText) {
    text.line()
    text.comment(notes)
    guard case .object(let members, let rest) = type else {
      text.line("export type \(name) = \(self.text(type));")
      return
    }
    text.block("export interface \(name) {") { text in
      for line in lines(of: members, rest) { text.line(line) }
    }
  }
}
