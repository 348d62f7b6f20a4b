import SwiftSyntax

// Generic parameters in samples. A `@Sendable` closure in the schema evaluates and encodes a sample, also where the
// parameters are not coded.
extension SchemaModel {
  /// Returns the generic parameter that keeps values of a type from being encoded in the schema; nil if there is none, or
  /// if another type decides. A closure can encode `ID<Item>` whatever `Item` is.
  func parameter(excludingExamplesOf type: TypeSyntax) -> String? {
    uncodedParameters.first { unsendableParameters.contains($0) && isEncoded($0, in: type) }
  }

  /// Returns true if the schema must not contain a default: its type has a parameter that is not coded, or a closure would
  /// capture a parameter that is not `Sendable`.
  func excludesDefault(_ value: ExprSyntax, of type: TypeSyntax) -> Bool {
    let typeWords = words(type)
    let allWords = typeWords.union(words(value))
    return uncodedParameters.contains { typeWords.contains($0) || typeWords.contains("Self") }
      || unsendableParameters.contains { allWords.contains($0) || allWords.contains("Self") }
  }

  /// Returns true if every encoding of a type encodes a parameter.
  private func isEncoded(_ parameter: String, in type: TypeSyntax) -> Bool {
    if let optional = type.as(OptionalTypeSyntax.self) { return isEncoded(parameter, in: optional.wrappedType) }
    if let array = type.as(ArrayTypeSyntax.self) { return isEncoded(parameter, in: array.element) }
    if let dictionary = type.as(DictionaryTypeSyntax.self) {
      return isEncoded(parameter, in: dictionary.key) || isEncoded(parameter, in: dictionary.value)
    }
    guard let named = type.as(IdentifierTypeSyntax.self) else { return false }
    if let arguments = type.genericArguments {
      guard ["Optional", "Array", "Set", "Dictionary"].contains(named.name.text) else { return false }
      return arguments.contains { argument in
        Syntax(argument.argument).as(TypeSyntax.self).map { isEncoded(parameter, in: $0) } ?? false
      }
    }
    return [parameter, "Self", declaration.name.text].contains(named.name.text)
  }

  /// Returns the names in a type or expression that are not members of other names, with `Self` for the name of the declared
  /// type without arguments.
  private func words(_ node: some SyntaxProtocol) -> Set<String> {
    let names = node.tokens(viewMode: .sourceAccurate).filter { token in
      token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
    }
    let words = names.map { token in
      let isOwn = token.text == declaration.name.text && token.nextToken(viewMode: .sourceAccurate)?.text != "<"
      return isOwn ? "Self" : token.text
    }
    return Set(words)
  }
}
