import SwiftSyntax

/// A `@Paged` attribute.
struct PagingModel {
  /// A member of the result, such as `\.meta.next`.
  struct Member {
    let expression: ExprSyntax
    /// The path after the backslash, such as `.meta.next`; nil if the expression is another one.
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

  /// The trait of the endpoint.
  var trait: TraitModel {
    let members = [("cursor", cursor), ("next", next?.name), ("items", items?.name)]
    let arguments = members.compactMap { label, name in name.map { "\(label): \($0.literal)" } }
    return TraitModel(
      attribute: attribute, name: "Paged", text: "paged(Contract::Paging(\(arguments.joined(separator: ", "))))")
  }
}

extension EndpointModel {
  /// Verbs that precede `All` in the name of a paged function.
  private static let pagedVerbs = ["list", "get", "fetch", "find", "search", "query", "load", "read", "browse"]

  /// The name of the function that requests all pages: `allTodos` for `todos`, `listAll` for `list`.
  var pagedName: Identifier {
    for verb in Self.pagedVerbs where name.name.hasPrefix(verb) {
      let rest = name.name.dropFirst(verb.count)
      if rest.first.map(\.isUppercase) ?? true { return Identifier(verb + "All" + rest) }
    }
    return name.prefixed("all")
  }

  /// The parameter with the cursor; nil without a valid `@Paged`.
  var cursorParameter: ParameterModel? {
    guard let cursor = pagings.first?.cursor else { return nil }
    return parameters.first { $0.name.name == cursor }
  }

  /// The labels of the function that requests all pages.
  var pagedLabels: [String] {
    parameters.filter { $0.name != cursorParameter?.name }.map { $0.label?.name ?? "_" }
  }
}
