import SwiftSyntax

/// A generated function that requests all pages of an endpoint, independent of the form of its declaration.
struct PagedFunction {
  let paging: PagingModel
  /// The documentation, without slashes.
  let comment: String
  let attributes: [AttributeSyntax]
  /// The modifiers, with a trailing space.
  let modifiers: String
  let name: Identifier
  /// The parameters, without the cursor.
  let parameters: [LocatedText]
  let page: PageType
  /// The type of the cursor, which is not optional.
  let cursor: String
  /// The wire name of the cursor before any key mapping.
  let key: String
  /// The expression of the operation.
  let operation: String
  /// The statements that request the page at `__cursor`.
  let load: [String]
  /// The spelling of the type that `Self` means in the attribute; nil if it is the type with the function.
  var owner: String?

  func render(into writer: inout SourceWriter) {
    writer.line("/// \(comment)")
    writer.attributes(attributes)
    // The type of the elements is known only to the compiler, which infers it from the default argument.
    let items: [LocatedText] =
      page.items(paging).map { ["_items: @escaping @Sendable (\(page.type)) -> __Items = \($0)"] } ?? []
    let elements = items.isEmpty ? page.content : "__Items"
    let generic = items.isEmpty ? "" : "<__Items: Swift::Sequence>"
    let head: LocatedText = "\(modifiers)func \(name.source)\(generic)(\((parameters + items).listed))"
    let result = "Contract::PagedElements<\(page.type), \(cursor), \(elements)>"
    writer.block("\(head) -> \(result)" as LocatedText) { writer in
      // These are separate statements, because a directive for the location of a word cannot be inside an expression.
      writer.line("let __next: @Sendable (\(page.type)) throws -> \(cursor)? = { \(next) }" as LocatedText)
      if let limit = paging.maxPages {
        writer.line("let __maxPages: Swift::Int = \(LocatedText(limit, spellingSelf: owner))" as LocatedText)
      }
      writer.line(
        "return Contract::Pages(\(paging.maxPages == nil ? "" : "maxPages: __maxPages, ")next: __next) { __cursor in")
      writer.indented { writer in
        for statement in load { writer.line(statement) }
      }
      writer.line("}.elements(\(items.isEmpty ? "{ \(page.base) }" : "_items"))" as String)
    }
  }

  /// The expression for the next cursor in a page.
  private var next: LocatedText {
    if let next = page.next(paging) { return next }
    let read = "$0.value(.query, \(key.literal), as: \(cursor).self)"
    return LocatedText("try \(operation)._linkedCursor(\(key.literal), in: $0.1) { \(read) }")
  }
}

/// The type of a page in generated code, and the closures that read its members.
struct PageType {
  /// The type of the result.
  let type: String
  /// The type of its body.
  let content: String
  /// The body in a closure: the page itself, or the first value of a page with a response.
  let base: String

  /// Creates the type of a result.
  ///
  /// - Parameter type: the type as generated, if it differs from the result's.
  init(_ result: ResultModel, spelled type: String? = nil) {
    self.type = type ?? result.headerTuple()?.located.text ?? result.text
    self.content = type ?? result.content?.trimmedDescription ?? ""
    self.base = result.valueBesideResponse == nil ? "$0" : "$0.0"
  }

  /// Returns the closure for the elements of a page; nil if the page itself is the list of elements.
  func items(_ paging: PagingModel) -> LocatedText? {
    paging.items?.path.map { "{ \(base)\($0.trimmedDescription, at: $0) }" }
  }

  /// Returns the expression for the next cursor in a page; nil if it is in a link.
  func next(_ paging: PagingModel) -> LocatedText? {
    paging.next?.path.map { "\(base)\($0.trimmedDescription, at: $0)" }
  }
}

extension SourceWriter {
  /// Adds the functions that request all pages, each after an empty line.
  mutating func pagedFunctions(of endpoints: [EndpointModel], in contract: ContractModel) {
    for function in endpoints.compactMap({ PagedFunction($0, in: contract) }) {
      gap()
      function.render(into: &self)
    }
  }
}

extension PagedFunction {
  /// Creates the function for a function of a contract; nil without `@Paged`.
  init?(_ endpoint: EndpointModel, in contract: ContractModel) {
    guard let paging = endpoint.pagings.first, let cursor = endpoint.paged.cursor else { return nil }
    let signature = FunctionSignature(endpoint: endpoint)
    let arguments = signature.arguments { parameter in
      guard parameter.name == cursor.name else { return signature.argumentName(parameter) }
      guard parameter.defaultValue != nil, let value = endpoint.defaultText(of: parameter, in: contract) else {
        return "__cursor"
      }
      return "__cursor ?? (\(value))"
    }
    self.init(
      paging: paging,
      comment: "The elements of all pages of ``\(endpoint.fullName)``. Each page is requested on demand.",
      attributes: endpoint.availability, modifiers: contract.access.forMembers + "nonisolated ",
      name: endpoint.pagedName,
      parameters: endpoint.parameters.filter { $0.name != cursor.name }.map {
        signature.declaration(of: $0, .values, in: contract)
      },
      page: PageType(endpoint.result), cursor: cursor.type.unwrapped, key: cursor.key,
      operation: "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source).operation",
      load: ["try await self.\(endpoint.name.source)(\(arguments))"])
  }

  /// Creates the function for a function of a scope; nil without a valid `@Paged`.
  init?(_ function: ScopeFunctionModel, in scope: ScopeModel) {
    guard let paging = function.pagings.first, let cursor = function.paged.cursor,
      PagedRule.findings(of: function, in: scope).isEmpty
    else { return nil }
    let placeholders: [LocatedText] = function.path.arguments.map {
      "\($0.name.declaredLabel) \($0.name.local): \($0.typeModel)"
    }
    let own = function.path.arguments.map { "\($0.name.label): \($0.name.local)" }
    let arguments = function.inputs.map { input in
      let label = input.label.map { "\($0.label): " } ?? ""
      guard input.name == cursor.name else { return label + input.name.local }
      guard let value = input.defaultValue, !value.is(NilLiteralExprSyntax.self) else { return label + "__cursor" }
      return "\(label)__cursor ?? (\(value.trimmedDescription))"
    }
    let endpoints = "Self.\(scope.endpointsName)"
    let response = function.responseMembers == nil ? nil : "\(scope.endpointsName).\(function.responseName.source)"
    self.init(
      paging: paging,
      comment: "The elements of all pages of ``\(function.name.name)``. Each page is requested on demand.",
      attributes: function.kept.filter { $0.attributeName.baseName != "discardableResult" },
      modifiers: scope.access(of: function).forScopes + "nonisolated ", name: PagingModel.name(for: function.name),
      parameters: placeholders + function.inputs.filter { $0.name != cursor.name }.map(\.declaration),
      page: PageType(function.result, spelled: response), cursor: cursor.type.unwrapped, key: cursor.key,
      operation: "\(endpoints).\(function.name.staticMember.source).operation",
      load: ["try await self.\(function.name.source)(\((own + arguments).joined(separator: ", ")))"])
  }

  /// Creates the function for a request; nil without a valid `@Paged`.
  init?(_ request: RequestModel, modifiers: String) {
    guard let paging = request.pagings.first, let cursor = request.paged.cursor else { return nil }
    self.init(
      paging: paging,
      comment: "The elements of all pages, beginning with the page of this request. Each page is requested on demand.",
      attributes: request.declaration.attributes.named("available"), modifiers: modifiers, name: Identifier("all"),
      parameters: ["with __caller: any Contract::EndpointCaller"],
      page: request.response.map { PageType(EndpointParser.result($0)) } ?? PageType(.nothing, spelled: "Response"),
      cursor: cursor.type.unwrapped, key: cursor.key, operation: "Self.endpoint.operation",
      load: [
        "var __request = self",
        "if let __cursor { __request.\(cursor.name.source) = __cursor }",
        "return try await __request.perform(with: __caller)",
      ], owner: request.outerType)
  }
}
