import ContractMacroKit
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// The macros, under the names that contracts use.
private let macros: [String: MacroSpec] = [
  "API": MacroSpec(type: APIMacro.self),
  "Mock": MacroSpec(type: MockMacro.self),
  "_EndpointAccessor": MacroSpec(type: EndpointAccessorMacro.self),
  "Validate": MacroSpec(type: ValidateMacro.self),
  "_Scope1": MacroSpec(type: ScopeMacro.self),
  "_Scope2": MacroSpec(type: ScopeMacro.self),
  "APIError": MacroSpec(type: APIErrorMacro.self, conformances: ["APIFailure"]),
  "APIResult": MacroSpec(type: APIResultMacro.self, conformances: ["APIResult", "BodilessResult"]),
  "Request": MacroSpec(type: RequestMacro.self, conformances: ["EndpointRequest"]),
  "Schema": MacroSpec(type: SchemaMacro.self, conformances: ["Schema", "Codable"]),
  "Doc": MacroSpec(type: SchemaNoteMacro.self),
  "Example": MacroSpec(type: SchemaNoteMacro.self),
  "Tagged": MacroSpec(type: SchemaNoteMacro.self),
  "Positional": MacroSpec(type: SchemaNoteMacro.self),
].merging(
  [
    "GET", "POST", "PUT", "DELETE", "HEAD", "TRACE", "HTTP", "Status", "Default", "Name", "Throws", "Security",
    "Deprecated", "Timeout", "MaxBody", "PATCH", "ETag", "Checksum", "Paged", "WebSocket", "MergePatch",
  ].map { name in
    (name, MacroSpec(type: EndpointAttributeMacro.self))
  }, uniquingKeysWith: { first, _ in first }
).merging(
  ["Path", "Query", "Header", "Field", "JSON", "Body", "KeyQuery", "QueryDict", "HeaderDict", "Part"].map { name in
    (name, MacroSpec(type: MemberLocationMacro.self))
  }, uniquingKeysWith: { first, _ in first })

/// The expansion of some source.
struct Expansion {
  /// A diagnostic as a programmer sees it.
  struct Message: Equatable {
    /// Line and column, each from 1.
    let place: String
    let id: String
    let text: String
    /// The source after the first fix-it, nil without one.
    let fixed: String?
  }

  /// The source with its expansions, without the locations of the user's words.
  let text: String
  /// The source with its expansions as generated.
  let writtenText: String
  let messages: [Message]

  init(of source: String, path: String = "Tests.swift") {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: path)])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      }, indentationWidth: .spaces(2))
    self.writtenText = expanded.description
    self.text = Relocation.undone(writtenText)
    self.messages = context.diagnostics.map { Message($0, of: source, in: context) }
  }
}

extension Expansion.Message {
  init(_ diagnostic: Diagnostic, of source: String, in context: BasicMacroExpansionContext) {
    let location = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Tests.swift")
    self.place = "\(location.line):\(location.column)"
    self.id = diagnostic.diagMessage.diagnosticID.id
    self.text = diagnostic.message
    self.fixed = diagnostic.fixIts.first.map { Self.apply($0, to: source, in: context) }
  }

  /// The source after a fix-it.
  private static func apply(_ fixIt: FixIt, to source: String, in context: BasicMacroExpansionContext) -> String {
    var bytes = Array(source.utf8)
    for change in fixIt.changes {
      guard case .replace(let old, let new) = change else { continue }
      let start = context.location(for: old.position, anchoredAt: old, fileName: "Tests.swift").offset
      bytes.replaceSubrange(start..<start + old.totalLength.utf8Length, with: Array(new.description.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MessageID {
  /// The part of the identifier after the domain.
  fileprivate var id: String {
    let text = "\(self)"
    guard let start = text.range(ofText: "id: \"") else { return text }
    return String(text[start...].prefix { $0 != "\"" })
  }
}

extension String {
  /// The index after `text`.
  fileprivate func range(ofText text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
  }
}
