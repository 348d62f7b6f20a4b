import SwiftSyntax

/// A renderer of the extension with functions that request all pages, which clients, mocks and services have.
struct PagingRenderer {
  let contract: ContractModel
  /// The endpoints without errors.
  let endpoints: [EndpointModel]
  var locations = SourceLocations.none

  /// Returns the extension of `type`; nil without `@Paged`.
  func render(extending type: String) -> String? {
    let paged = endpoints.filter { !$0.pagings.isEmpty }
    guard !paged.isEmpty else { return nil }
    var writer = SourceWriter(locations: locations)
    writer.attributes(contract.availability)
    writer.block("extension \(type)") { writer in
      for (index, endpoint) in paged.enumerated() {
        guard let paging = endpoint.pagings.first, let cursor = endpoint.cursorParameter else { continue }
        if index > 0 { writer.gap() }
        render(endpoint, paging, cursor, into: &writer)
      }
    }
    return writer.text
  }

  private func render(
    _ endpoint: EndpointModel, _ paging: PagingModel, _ cursor: ParameterModel, into writer: inout SourceWriter
  ) {
    let signature = FunctionSignature(endpoint: endpoint)
    var parameters = endpoint.parameters.filter { $0.name != cursor.name }.map {
      signature.declaration(of: $0, .values, in: contract)
    }
    let page = endpoint.result.text
    let base = endpoint.result.valueBesideResponse == nil ? "$0" : "$0.0"
    // The type of the elements is known only to the compiler, which infers it from the default argument.
    if let path = paging.items?.path {
      parameters.append(
        "_items: @escaping @Sendable (\(page)) -> __Items = { \(base)\(path.trimmedDescription, at: path) }")
    }
    let elements = paging.items == nil ? endpoint.result.content?.trimmedDescription ?? "" : "__Items"
    let generic = paging.items == nil ? "" : "<__Items: Swift::Sequence>"
    let head: LocatedText = "nonisolated func \(endpoint.pagedName.source)\(generic)(\(parameters.listed))"
    let result = "Contract::PagedElements<\(page), \(cursor.type.unwrapped), \(elements)>"
    writer.line("/// The elements of all pages of ``\(endpoint.fullName)``, each requested on demand.")
    writer.attributes(endpoint.availability)
    writer.block("\(contract.access.forMembers)\(head) -> \(result)" as LocatedText) { writer in
      // Statements, because a directive for the location of a word cannot be inside an expression.
      let cursorType = "\(cursor.type.unwrapped)?"
      writer.line(
        "let __next: @Sendable (\(page)) throws -> \(cursorType) = { \(next(endpoint, paging, cursor, base)) }"
          as LocatedText)
      if let limit = paging.maxPages {
        writer.line("let __maxPages: Swift::Int = \(LocatedText(limit))" as LocatedText)
      }
      writer.line(
        "return Contract::Pages(\(paging.maxPages == nil ? "" : "maxPages: __maxPages, ")next: __next) { __cursor in")
      writer.indented { writer in
        writer.line("try await self.\(endpoint.name.source)(\(arguments(endpoint, cursor)))")
      }
      writer.line("}.elements(\(paging.items == nil ? "{ \(base) }" : "_items"))" as String)
    }
  }

  /// Returns the expression for the next cursor in a page.
  private func next(
    _ endpoint: EndpointModel, _ paging: PagingModel, _ cursor: ParameterModel, _ base: String
  ) -> LocatedText {
    if let path = paging.next?.path { return "\(base)\(path.trimmedDescription, at: path)" }
    let operation = "\(contract.typeName("Endpoints")).\(endpoint.generatedName.staticMember.source).operation"
    let read = "$0.value(.query, \(cursor.key.literal), as: \(cursor.type.unwrapped).self)"
    return LocatedText("try \(operation)._linkedCursor(\(cursor.key.literal), in: $0.1) { \(read) }")
  }

  private func arguments(_ endpoint: EndpointModel, _ cursor: ParameterModel) -> String {
    let signature = FunctionSignature(endpoint: endpoint)
    return signature.arguments { parameter in
      guard parameter.name == cursor.name else { return signature.argumentName(parameter) }
      guard parameter.defaultValue != nil, let value = endpoint.defaultText(of: parameter, in: contract) else {
        return "__cursor"
      }
      return "__cursor ?? (\(value))"
    }
  }
}
