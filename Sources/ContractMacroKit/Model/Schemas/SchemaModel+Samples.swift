import SwiftSyntax

extension SchemaModel {
  /// Returns the generic parameter that keeps a value from being a sample in the schema, where a `@Sendable` closure
  /// evaluates and encodes the value; nil if there is none. The schema also exists where parameters are not coded.
  ///
  /// - Parameter type: the type of the value; nil for the declared type itself.
  func parameter(excluding value: ExprSyntax, of type: TypeSyntax?) -> String? {
    let typeWords = type.map(words) ?? ["Self"]
    if let name = uncodedParameters.first(where: isMentioned(in: typeWords)) { return name }
    return unsendableParameters.first(where: isMentioned(in: typeWords.union(words(value))))
  }

  /// Returns a function that returns true for the parameters in `words`. `Self` depends on all parameters.
  private func isMentioned(in words: Set<String>) -> (String) -> Bool {
    { words.contains($0) || words.contains("Self") }
  }

  /// Returns the names in a type or expression, with `Self` for the name of the declared type without arguments.
  private func words(_ node: some SyntaxProtocol) -> Set<String> {
    let words = node.tokens(viewMode: .sourceAccurate).map { token in
      let isOwn = token.text == declaration.name.text && token.nextToken(viewMode: .sourceAccurate)?.text != "<"
      return isOwn ? "Self" : token.text
    }
    return Set(words)
  }
}
