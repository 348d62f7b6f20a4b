import SwiftSyntax

/// The constraints of generic parameters.
enum SchemaGenerics {
  /// Constraints that do not imply coding.
  private static let plain: Set<String> = [
    "Sendable", "SendableMetatype", "Hashable", "Equatable", "Comparable", "Identifiable", "CustomStringConvertible",
    "CaseIterable", "AnyObject", "BitwiseCopyable", "Copyable",
  ]

  /// Constraints that let closures capture the conformances of the parameter.
  private static let sendable: Set<String> = ["Sendable", "SendableMetatype"]

  /// Constraints without conformances.
  private static let layouts: Set<String> = ["AnyObject", "BitwiseCopyable", "Copyable"]

  /// Constraints of the standard library that imply coding, but not `Sendable`.
  private static let coding: Set<String> = ["Codable", "Decodable", "Encodable", "CodingKeyRepresentable"]

  /// Returns those generic parameters of a type and its enclosing types that occur in stored types and have no coding
  /// constraint. The generated conformance adds the constraint.
  static func uncodedParameters(
    of declaration: some WithGenericParametersSyntax, in lexicalContext: [Syntax], storing types: [TypeModel]
  ) -> [String] {
    let names = parameters(of: declaration, in: lexicalContext) { $0.allSatisfy(plain.contains) }
    guard !names.isEmpty else { return [] }
    let words = Set(types.flatMap { $0.syntax.tokens(viewMode: .sourceAccurate).map(\.text) })
    return names.filter(words.contains)
  }

  /// Returns those generic parameters of a type and its enclosing types whose conformances a `@Sendable` closure must not
  /// capture.
  static func unsendableParameters(
    of declaration: some WithGenericParametersSyntax, in lexicalContext: [Syntax]
  ) -> [String] {
    let known = plain.union(coding).subtracting(sendable)
    return parameters(of: declaration, in: lexicalContext) { constraints in
      !layouts.isSuperset(of: constraints) && known.isSuperset(of: constraints)
    }
  }

  /// Returns those generic parameters of a type and its enclosing types whose constraints satisfy a condition.
  private static func parameters(
    of declaration: some WithGenericParametersSyntax, in lexicalContext: [Syntax], where isIncluded: ([String]) -> Bool
  ) -> [String] {
    let outer = lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
    return (outer + [declaration]).flatMap { parameters(of: $0, where: isIncluded) }
  }

  private static func parameters(
    of declaration: any WithGenericParametersSyntax, where isIncluded: ([String]) -> Bool
  ) -> [String] {
    let parameters = declaration.genericParameterClause.map { Array($0.parameters) } ?? []
    return parameters.filter { $0.specifier == nil }.map { Identifier($0.name).source }.filter { name in
      let own = parameters.first { Identifier($0.name).source == name }?.inheritedType
      let requirements = declaration.genericWhereClause.map { Array($0.requirements) } ?? []
      let conformances = requirements.compactMap { $0.requirement.as(ConformanceRequirementSyntax.self) }
        .filter { $0.leftType.trimmedDescription == name }.map(\.rightType)
      return isIncluded(([own].compactMap { $0 } + conformances).flatMap(names))
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
