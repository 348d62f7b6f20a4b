import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: `@Paged` names a parameter for the cursor, and members of the result.
struct PagedRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let paging = endpoint.pagings.first else { return [] }
    if endpoint.pagings.count > 1 {
      return endpoint.pagings.dropFirst().map { second in
        Finding(
          "duplicate-paged", at: second.attribute, "'\(endpoint.fullName)' already has '@Paged'; remove one of the two."
        )
      }
    }
    if endpoint.completion != nil {
      return [
        Finding(
          "paged-completion", at: paging.attribute,
          "A sequence of pages awaits a function, and '\(endpoint.fullName)' has a completion handler; make it "
            + "'async throws' or remove '@Paged'.")
      ]
    }
    let findings =
      memberFindings(paging) + [cursorFinding(paging, endpoint), resultFinding(paging, endpoint)].compactMap { $0 }
    return findings.isEmpty ? nameFinding(endpoint, contract).map { [$0] } ?? [] : findings
  }

  /// Returns the errors of the arguments for the members of the result.
  private func memberFindings(_ paging: PagingModel) -> [Finding] {
    var findings: [Finding] = []
    for member in [paging.items, paging.next].compactMap({ $0 }) where member.path == nil {
      findings.append(
        Finding(
          "paged-member", at: member.expression,
          "'@Paged' takes key paths without the type of the result; write one such as '\\.items'."))
    }
    if let source = paging.source, let next = paging.next {
      findings.append(
        Finding(
          "paged-twice", at: next.expression,
          "The next cursor is either in the 'Link' header or in a member; remove '\(source.trimmedDescription)' or "
            + "'next'."))
    }
    if paging.source == nil, paging.next == nil {
      findings.append(
        Finding(
          "paged-next", at: paging.attribute,
          "'@Paged' needs the cursor of the next page; name the member of the result that contains it, such as "
            + "'next: \\.nextCursor', or '.link' for a 'Link' header."))
    }
    return findings
  }

  /// Returns the error of the parameter for the cursor.
  private func cursorFinding(_ paging: PagingModel, _ endpoint: EndpointModel) -> Finding? {
    guard let expression = paging.cursorExpression, let name = paging.cursor else {
      return Finding(
        "paged-cursor", at: paging.cursorExpression.map { Syntax($0) } ?? Syntax(paging.attribute),
        "'@Paged' needs the parameter for the cursor; write its name as a string literal, such as "
          + "'cursor: \"after\"'.")
    }
    guard let parameter = endpoint.cursorParameter else {
      return UnknownParameter.finding(
        "unknown-cursor", name, at: expression, in: endpoint, remove: "'@Paged'")
    }
    guard parameter.type.isOptional || parameter.defaultValue != nil else {
      return Finding(
        "required-cursor", at: expression,
        "The first page has no cursor, so '\(name)' must be optional or have a default; write "
          + "'\(parameter.type.text)?' or add '@Default'.")
    }
    if paging.source != nil, parameter.kind != .query {
      return Finding(
        "linked-cursor", at: expression,
        "The cursor of a link is in its query, and '\(name)' is not; use a query parameter, or 'next:' instead of "
          + "'.link'.")
    }
    return nil
  }

  /// Returns the error of a result without pages.
  private func resultFinding(_ paging: PagingModel, _ endpoint: EndpointModel) -> Finding? {
    let name = endpoint.fullName
    guard case .value(let type) = endpoint.result, !type.isResponse else {
      return Finding(
        "paged-result", at: paging.attribute,
        "'@Paged' requests pages, and '\(name)' returns none; return a page or remove '@Paged'.")
    }
    if paging.source != nil, type.valueBesideResponse == nil {
      return Finding(
        "paged-response", at: type,
        "'.link' reads a header of the response; return '(\(type.trimmedDescription), HTTPResponse)'.")
    }
    let content = (type.valueBesideResponse ?? type).trimmed
    if paging.items == nil, !TypeModel(content).isArray {
      return Finding(
        "paged-items", at: paging.attribute,
        "'@Paged' needs the elements of '\(content.description)'; name the member that contains them, such as "
          + "'items: \\.items'.")
    }
    return nil
  }

  /// Returns the error of a function with the signature of the generated one.
  private func nameFinding(_ endpoint: EndpointModel, _ contract: ContractModel) -> Finding? {
    let own = endpoint.pagedName
    let labels = endpoint.pagedLabels
    let text = "\(own.name)(\(labels.map { $0 + ":" }.joined()))"
    let owner = contract.endpoints.first { other in
      if other.name == own, other.labels == labels { return true }
      let isEarlier = other.function.position < endpoint.function.position
      return isEarlier && !other.pagings.isEmpty && other.pagedName == own && other.pagedLabels == labels
    }
    return owner.map { owner in
      Finding(
        "paged-name", at: endpoint.function.name,
        "'@Paged' would generate '\(text)', which conflicts with '\(owner.fullName)'; rename "
          + "'\(endpoint.name.name)' or remove '@Paged'.")
    }
  }
}
