import SwiftSyntax

/// The constraints of generic parameters.
enum SchemaGenerics {
  /// Constraints that do not imply coding.
  private static let plain: Set<String> = [
    "Sendable", "SendableMetatype", "Hashable", "Equatable", "Comparable", "Identifiable", "CustomStringConvertible",
    "CaseIterable", "AnyObject", "BitwiseCopyable", "Copyable",
  ]

  /// Returns the generic parameters, of a type and its enclosing types, that occur in stored types and have no coding
  /// constraint. The generated conformance adds the constraint.
  static func uncodedParameters(
    of declaration: some WithGenericParametersSyntax, in lexicalContext: [Syntax], storing types: [TypeModel]
  ) -> [String] {
    let outer = lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
    let names = outer.flatMap(uncodedParameters) + uncodedParameters(of: declaration)
    guard !names.isEmpty else { return [] }
    let words = Set(types.flatMap { $0.syntax.tokens(viewMode: .sourceAccurate).map(\.text) })
    return names.filter(words.contains)
  }

  private static func uncodedParameters(of declaration: any WithGenericParametersSyntax) -> [String] {
    let parameters = declaration.genericParameterClause.map { Array($0.parameters) } ?? []
    return parameters.filter { $0.specifier == nil }.map { Identifier($0.name).source }.filter { name in
      let own = parameters.first { Identifier($0.name).source == name }?.inheritedType
      let requirements = declaration.genericWhereClause.map { Array($0.requirements) } ?? []
      let conformances = requirements.compactMap { $0.requirement.as(ConformanceRequirementSyntax.self) }
        .filter { $0.leftType.trimmedDescription == name }.map(\.rightType)
      let constraints = ([own].compactMap { $0 } + conformances).flatMap(names)
      return constraints.allSatisfy(plain.contains)
    }
  }

  /// Returns the protocols of `A & B`.
  private static func names(_ type: TypeSyntax) -> [String] {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { names($0.type) }
    }
    return [type.baseName ?? type.trimmedDescription]
  }
}
