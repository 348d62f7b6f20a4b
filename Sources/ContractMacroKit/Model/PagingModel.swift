import SwiftSyntax

/// A `@Paged` attribute.
struct PagingModel {
  /// A member of the result, such as `\.meta.next`.
  struct Member {
    let expression: ExprSyntax
    /// The path after the backslash, such as `.meta.next`; nil for an expression that is not a key path.
    let path: Syntax?

    init(_ expression: ExprSyntax) {
      self.expression = expression
      let keyPath = expression.as(KeyPathExprSyntax.self)
      self.path = keyPath?.root == nil ? keyPath.map { Syntax($0.components) } : nil
    }

    /// The names with dots between them, such as `meta.next`.
    var name: String {
      (path?.trimmedDescription ?? "").filter { $0 != "?" && $0 != "!" && $0 != "`" }.drop { $0 == "." }.description
    }
  }

  let attribute: AttributeSyntax
  /// The unlabeled argument, which can only be `.link`.
  let source: ExprSyntax?
  let items: Member?
  let next: Member?
  let cursorExpression: ExprSyntax?
  let maxPages: ExprSyntax?

  init(_ attribute: AttributeSyntax) {
    self.attribute = attribute
    self.source = attribute.unlabeledArguments.first
    self.items = attribute.argument("items").map(Member.init)
    self.next = attribute.argument("next").map(Member.init)
    self.cursorExpression = attribute.argument("cursor")
    self.maxPages = attribute.argument("maxPages")
  }

  /// The name of the parameter with the cursor; nil if it is not a literal.
  var cursor: String? { cursorExpression?.stringValue }

  /// Returns the trait of the endpoint.
  ///
  /// - Parameter key: the wire name of the cursor before any key mapping; nil if the macro does not see it.
  func trait(cursor key: String?) -> TraitModel {
    let members = [("cursor", key ?? cursor), ("next", next?.name), ("items", items?.name)]
    let arguments = members.compactMap { label, name in name.map { "\(label): \($0.literal)" } }
    return TraitModel(
      attribute: attribute, name: "Paged", text: "paged(Contract::Paging(\(arguments.joined(separator: ", "))))")
  }

  /// Verbs that precede `All` in the name of a paged function.
  private static let verbs = ["list", "get", "fetch", "find", "search", "query", "load", "read", "browse"]

  /// Returns the name of the function that requests all pages: `allTodos` for `todos`, `listAll` for `list`.
  static func name(for endpoint: Identifier) -> Identifier {
    for verb in verbs where endpoint.name.hasPrefix(verb) {
      let rest = endpoint.name.dropFirst(verb.count)
      if rest.first.map(\.isUppercase) ?? true { return Identifier(verb + "All" + rest) }
    }
    return endpoint.prefixed("all")
  }
}
