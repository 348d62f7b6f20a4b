import SwiftSyntax

/// A renderer of a function of a group that requests all pages of an endpoint.
///
/// The cursor is a member of the request, and the macro does not see its type. So the compiler infers this type from a
/// default argument, as it does for the type of the elements.
struct GroupPagingRenderer {
  let group: GroupModel
  let endpoint: GroupEndpointModel

  /// The availability of the variable. `@API` adds the availability of a deprecation, so this macro may see it already.
  private var attributes: [AttributeSyntax] {
    let deprecation = GroupParser.deprecation(of: endpoint.variable, in: group.declaration)
    let isSeen = endpoint.availability.contains { $0.trimmedDescription == deprecation?.trimmedDescription }
    return endpoint.availability + (isSeen ? [] : deprecation.map { [$0] } ?? [])
  }

  func render(into writer: inout SourceWriter) {
    guard let paging = endpoint.pagings.first, let result = endpoint.response, let request = endpoint.request,
      let cursor = paging.cursorExpression, let name = paging.cursor
    else { return }
    let page = PageType(result)
    let elements = paging.items == nil ? page.content : "__Items"
    let types = "\(page.type), __Cursor, \(elements)"
    writer.line(
      "/// The elements of all pages of ``\(endpoint.name.name)``, beginning with the page of `request`. "
        + "Each page is requested on demand.")
    writer.attributes(attributes)
    let generic =
      "__Cursor: Swift::Hashable & Swift::Sendable" + (paging.items == nil ? "" : ", __Items: Swift::Sequence")
    let head =
      "\(endpoint.access.forMembers)nonisolated func \(PagingModel.name(for: endpoint.name).source)<\(generic)>("
    let member: LocatedText = "$0\(".\(Identifier(name).source)", at: Syntax(cursor))"
    let items: LocatedText = page.items(paging) ?? "{ \(page.base) }"
    let set: LocatedText = "{ \(member) = $1 }"
    let closures: [LocatedText] =
      page.next(paging).map { [items, "{ \($0) }", set] } ?? [items, set] + linked(name, in: request)
    let type = "Contract::_RequestPaging<\(request.trimmedDescription), \(types)>"
    let parameters: [LocatedText] = [
      "_ __request: \(request.trimmedDescription)", "_paging: \(type) = Contract::_RequestPaging(\(closures.listed))",
    ]
    writer.block("\(head)\(parameters.listed)) -> Contract::PagedElements<\(types)>" as LocatedText) { writer in
      if let limit = paging.maxPages {
        writer.line("let __maxPages: Swift::Int = \(LocatedText(limit))" as LocatedText)
      }
      let limit = paging.maxPages == nil ? "" : ", maxPages: __maxPages"
      writer.line("return _paging.elements(from: __request\(limit)) { __request in")
      writer.indented { $0.line("try await \(call)") }
      writer.line("}")
    }
  }

  /// The call of the endpoint, or of a closure that is assigned to the variable.
  private var call: String {
    let value = "Self.Endpoints.\(endpoint.name.staticMember.source)"
    guard endpoint.form == .function else { return "\(value).with(self.caller).request(__request)" }
    return "self.__functions.\(endpoint.name.source).function(\(value), self.caller)(__request)"
  }

  /// Returns the arguments that read the cursor of a link as a value of the member's type.
  ///
  /// The closures have parameters with written types, because overloads of an unknown member would take long to check.
  private func linked(_ name: String, in request: TypeSyntax) -> [LocatedText] {
    let operation = "\(group.name.source).Endpoints.\(endpoint.name.staticMember.source).operation"
    let member = "(__request: \(request.trimmedDescription)) in __request.\(Identifier(name).source)"
    let read = "__decoder.value(.query, \(name.literal), as: Contract::_cursorType { \(member) })"
    return [
      "linked: \(operation)", LocatedText(name.literal), "{ (__decoder: inout Contract::RequestDecoder) in \(read) }",
    ]
  }
}
