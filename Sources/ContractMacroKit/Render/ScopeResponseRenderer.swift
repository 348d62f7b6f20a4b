import SwiftSyntax

/// A renderer of the struct with the members of a result that is a labelled tuple.
struct ScopeResponseRenderer {
  let function: ScopeFunctionModel
  let members: [(name: Identifier, type: TypeSyntax)]
  /// The access level with a trailing space.
  let access: String

  /// True if a member may not be Codable. Synthesized coding would report the error in generated code.
  private var needsCoding: Bool { members.contains { $0.type.anchor != nil } }

  func render(into writer: inout SourceWriter) {
    writer.line("/// The result of `\(function.name.name)`.")
    writer.block("\(access)nonisolated struct \(function.responseName.source): Swift::Codable, Swift::Sendable") {
      writer in
      writer.members(
        members.map { (name: $0.name, type: LocatedText($0.type.trimmedDescription, at: $0.type.anchor)) },
        modifiers: access)
      guard needsCoding else { return }
      writer.gap()
      writer.block("private nonisolated enum __CodingKeys: Contract::_ContractCodingKey") { writer in
        for member in members { writer.line("case \(member.name.source)") }
      }
      writer.gap()
      renderDecoding(into: &writer)
      writer.gap()
      renderEncoding(into: &writer)
    }
  }

  private func renderDecoding(into writer: inout SourceWriter) {
    writer.block("\(access)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("let _container = try _decoder.container(keyedBy: __CodingKeys.self)")
      for member in members {
        let function = TypeModel(member.type).isOptional ? "_contractOptional" : "_contractValue"
        writer.line("self.\(member.name.source) = try _container.\(function)(.\(member.name.source))")
      }
    }
  }

  private func renderEncoding(into writer: inout SourceWriter) {
    writer.block("\(access)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.container(keyedBy: __CodingKeys.self)")
      for member in members {
        let call = "._contractMember(self.\(member.name.source), .\(member.name.source))"
        writer.line("try _container\(call, at: member.type.anchor, offset: 1)" as LocatedText)
      }
    }
  }
}
