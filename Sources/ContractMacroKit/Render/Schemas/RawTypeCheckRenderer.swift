import SwiftSyntax

/// A renderer of a check that the first type in an enum's inheritance clause is a protocol, and not an alias of a raw type.
struct RawTypeCheckRenderer {
  let type: TypeSyntax

  func render(into writer: inout SourceWriter) {
    writer.block("private nonisolated static func __rawType()") { writer in
      writer.line("let __cases = Contract::_contractCases(of: Self.self)")
      writer.line("__cases\(".rawType()", at: Syntax(type), offset: 1)" as LocatedText)
    }
  }
}

extension SchemaModel {
  /// The protocols that enums often inherit, which are certainly not raw types.
  private static let protocols: Set<String> = [
    "Sendable", "SendableMetatype", "BitwiseCopyable", "Codable", "Decodable", "Encodable", "Equatable", "Hashable",
    "Comparable", "CaseIterable", "Identifiable", "Error", "LocalizedError", "CustomStringConvertible",
    "CustomDebugStringConvertible", "Schema",
  ]

  /// The first inherited type of an enum that is coded by its cases, if the type may be an alias of a raw type. An enum with
  /// associated values has none.
  var possibleRawType: TypeSyntax? {
    guard case .cases(let cases) = shape, cases.allSatisfy(\.values.isEmpty),
      let first = declaration.inheritanceClause?.inheritedTypes.first?.type, let name = first.baseName,
      !Self.protocols.contains(name)
    else { return nil }
    return first
  }
}
