import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: `@Paged` names an input for the cursor, and members of the result.
struct PagedRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let paging = endpoint.pagings.first else { return [] }
    if endpoint.pagings.count == 1, endpoint.completion != nil {
      return [
        Finding(
          "paged-completion", at: paging.attribute,
          "'@Paged' needs an 'async' function, but '\(endpoint.fullName)' has a completion handler; make it "
            + "'async throws' or remove '@Paged'.")
      ]
    }
    let findings = Self.findings(in: endpoint.paged)
    return findings.isEmpty ? PagedNameRule.finding(endpoint, in: contract).map { [$0] } ?? [] : findings
  }

  /// Returns the errors of the attribute on a function of a scope.
  static func findings(of function: ScopeFunctionModel, in scope: ScopeModel) -> [Finding] {
    guard let paging = function.pagings.first else { return [] }
    let findings = findings(in: function.paged)
    guard findings.isEmpty else { return findings }
    return [sendableFinding(paging, scope), PagedNameRule.finding(function, in: scope)].compactMap { $0 }
  }

  /// Returns the errors of the attribute on a variable of a group.
  static func findings(of endpoint: GroupEndpointModel, in group: GroupModel) -> [Finding] {
    guard !endpoint.pagings.isEmpty else { return [] }
    let findings = findings(in: endpoint.paged)
    return findings.isEmpty ? PagedNameRule.finding(endpoint, in: group).map { [$0] } ?? [] : findings
  }

  /// Returns the errors of the attribute on a request.
  static func findings(of request: RequestModel) -> [Finding] {
    guard request.endpoint != nil, !request.pagings.isEmpty else { return [] }
    let findings = findings(in: request.paged)
    return findings.isEmpty ? PagedNameRule.finding(in: request).map { [$0] } ?? [] : findings
  }

  /// Returns the error of a public scope that other tasks cannot use. The compiler infers `Sendable` only for types that are
  /// not public.
  private static func sendableFinding(_ paging: PagingModel, _ scope: ScopeModel) -> Finding? {
    let declaration = scope.frame.declaration
    guard scope.frame.access == .public, declaration.inheritanceClause == nil else { return nil }
    let name = scope.frame.name
    return Finding(
      "paged-sendable", at: paging.attribute,
      "Pages are requested on demand, from any task, so '\(name.name)' must be 'Sendable'; write "
        + "'public struct \(name.source): Sendable'.")
  }

  /// Returns the errors of the attribute on any endpoint.
  static func findings(in endpoint: PagedEndpoint) -> [Finding] {
    guard let paging = endpoint.pagings.first else { return [] }
    if endpoint.pagings.count > 1 {
      return endpoint.pagings.dropFirst().map { second in
        Finding(
          "duplicate-paged", at: second.attribute, "'\(endpoint.title)' already has '@Paged'; remove one of the two.")
      }
    }
    guard !paging.attribute.argumentList.isEmpty else {
      return [
        Finding(
          "paged-next", at: paging.attribute,
          "'@Paged' needs the cursor of the next page and the \(endpoint.noun) that takes it; write "
            + "'@Paged(next: \\.nextCursor, cursor: \"after\")', or '.link' instead of 'next:' for a 'Link' header.")
      ]
    }
    return memberFindings(paging)
      + [cursorFinding(paging, endpoint), resultFinding(paging, endpoint)].compactMap { $0 }
  }

  /// Returns the errors of the arguments for the members of the result.
  private static func memberFindings(_ paging: PagingModel) -> [Finding] {
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

  /// Returns the error of the input for the cursor.
  private static func cursorFinding(_ paging: PagingModel, _ endpoint: PagedEndpoint) -> Finding? {
    guard let expression = paging.cursorExpression, let name = paging.cursor else {
      return Finding(
        "paged-cursor", at: paging.cursorExpression.map { Syntax($0) } ?? Syntax(paging.attribute),
        "'@Paged' needs the name of the \(endpoint.noun) for the cursor; write a string literal, such as "
          + "'cursor: \"after\"'.")
    }
    guard let inputs = endpoint.inputs else { return nil }
    guard let input = endpoint.cursor else {
      return UnknownParameter.finding(
        "unknown-cursor", name, at: expression, of: endpoint.title, names: inputs.map(\.name.name),
        byLabel: inputs.first { $0.label?.name == name }?.name.name, remove: "'@Paged'", noun: endpoint.noun)
    }
    guard input.mayBeAbsent else {
      return Finding(
        "required-cursor", at: expression,
        "The first page has no cursor, so '\(name)' must be optional or have a default; write "
          + "'\(input.type.text)?' or \(endpoint.defaulting).")
    }
    if let word = input.constant {
      return Finding(
        "constant-cursor", at: word,
        "The cursor differs from page to page, so '\(name)' must be settable; write 'var'.",
        fixIts: [
          FixIt("constant-cursor", "write 'var'", replace: word, with: word.with(\.tokenKind, .keyword(.var)))
        ])
    }
    if paging.source != nil, !input.isQuery {
      return Finding(
        "linked-cursor", at: expression,
        "A link has its cursor in the query, but '\(name)' is not a query \(endpoint.noun); use one, or 'next:' instead of "
          + "'.link'.")
    }
    return nil
  }

  /// Returns the error of a result whose type is known to have members.
  private static func memberResultFinding(_ paging: PagingModel) -> Finding? {
    if paging.source != nil {
      return Finding(
        "paged-response", at: paging.attribute,
        "'.link' reads a header of the response; write 'typealias Response = ([Todo], HTTPResponse)' with your type.")
    }
    return paging.items == nil ? itemsFinding(paging, "Response") : nil
  }

  private static func itemsFinding(_ paging: PagingModel, _ type: String) -> Finding {
    Finding(
      "paged-items", at: paging.attribute,
      "'@Paged' needs the elements of '\(type)'; name the member that contains them, such as 'items: \\.items'.")
  }

  /// Returns the error of a result without pages.
  private static func resultFinding(_ paging: PagingModel, _ endpoint: PagedEndpoint) -> Finding? {
    let name = endpoint.title
    guard let result = endpoint.result else { return memberResultFinding(paging) }
    guard case .value(let type) = result, !type.isResponse, type.baseName != "Empty" else {
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
      return itemsFinding(paging, content.description)
    }
    return nil
  }
}
