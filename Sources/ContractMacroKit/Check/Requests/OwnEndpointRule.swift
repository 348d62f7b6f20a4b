import SwiftSyntax

/// A rule: the endpoint of a `@Request` with a path has placeholders for exactly its path members, and a response.
struct OwnEndpointRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    guard let endpoint = request.endpoint else {
      let attributes = request.declaration.attributes.plain
      return attributes.filter { attribute in
        guard let name = attribute.attributeName.baseName else { return false }
        // `@URLForm` with options belongs to the endpoint, because the options also change queries.
        let isForm = name == "URLForm" && !attribute.argumentList.isEmpty
        return isForm || ["Status", "Throws", "Security", "Paged"].contains(name) || TraitParser.traits[name] != nil
      }.map { unread($0, request) }
    }
    return structFindings(request, endpoint) + resultFindings(request, endpoint) + pathFindings(request, endpoint)
      + StatusRule.findings(
        in: endpoint.statuses, of: request.name.name, returning: request.writtenContent, nothing: "write 'Empty'")
      + endpoint.failures.compactMap(ThrowsRule.finding) + PagedRule.findings(of: request)
  }

  private func unread(_ attribute: AttributeSyntax, _ request: RequestModel) -> Finding {
    Finding(
      "unread-attribute", at: attribute,
      "'\(attribute.writtenName)' has no effect here, because '\(request.name.name)' has no method and path; "
        + "write '@Request(.get, \"/path\")' or remove it.")
  }

  private func structFindings(_ request: RequestModel, _ endpoint: OwnEndpointModel) -> [Finding] {
    var findings: [Finding] = []
    if let clause = request.declaration.genericParameterClause {
      findings.append(
        Finding(
          "generic-request", at: clause,
          "A request with an endpoint cannot be generic; name the types, or write '@Request' without a path."
        ))
    }
    if let outer = request.genericType {
      findings.append(.insideGeneric("generic-request", request.declaration.name, in: outer))
    }
    if !request.nestedNames.contains("Response") {
      findings.append(
        Finding(
          "no-response", at: request.declaration.name,
          "'\(request.name.name)' has no result; add 'typealias Response = Empty', or a nested "
            + "'struct Response: Codable'."))
    }
    if let (name, level) = request.hiddenResponse {
      findings.append(
        Finding(
          "hidden-response", at: name,
          "Callers of '\(request.name.name)' get a 'Response', so it must be visible to them; make it '\(level.rawValue)'."
        ))
    }
    let result = request.response.map(EndpointParser.result)
    findings += VersionRule.findings(
      in: request.declaration.attributes, of: request.name.name, result, endpoint.methodName)
    findings += ChecksumRule.findings(
      in: request.declaration.attributes, of: request.name.name, result,
      mayReadBytes: request.members.contains { member in
        member.location?.kind == .body && member.type.map { ChecksumRule.isBytes($0.syntax) } ?? false
      })
    findings += request.members.compactMap { member in
      guard let type = member.type, let node = member.binding.typeAnnotation?.type else { return nil }
      return VersionRule.finding(type, at: node, result, endpoint.methodName)
    }
    if endpoint.methodName == "TRACE",
      let member = request.members.first(where: { $0.location?.kind.isContent == true }), let location = member.location
    {
      findings.append(
        Finding(
          "trace-content", at: location.attribute,
          "A TRACE request has no body; write '@Query' or '@Header' for '\(member.name.name)'."))
    }
    return findings
  }

  private func resultFindings(_ request: RequestModel, _ endpoint: OwnEndpointModel) -> [Finding] {
    let name = request.name.name
    guard let response = request.response else {
      guard endpoint.methodName == "HEAD", let token = request.responseStruct else { return [] }
      return [
        Finding(
          "head-result", at: token,
          "A HEAD response has no body, so '\(name)' cannot return a struct; write 'typealias Response = Empty', "
            + "or use '.get'.")
      ]
    }
    let aliases = HeaderAliasRule.findings(in: response, declaredIn: [request.declaration])
    if !aliases.isEmpty { return aliases }
    if let findings = HeaderTupleRule.findings(in: response, of: name, method: endpoint.methodName) { return findings }
    let finding =
      ResultRule.headFinding(
        response, of: name, method: endpoint.methodName, nothing: "write 'Empty'", alternative: ".get")
      ?? StreamTypeRule.resultFinding(response) ?? ResultRule.spellingFinding(response)
      ?? ResultRule.tupleFinding(response, allowsLabels: false)
    return finding.map { [$0] } ?? ResultRule.typeFindings(response)
  }

  private func pathFindings(_ request: RequestModel, _ endpoint: OwnEndpointModel) -> [Finding] {
    guard let path = endpoint.path, let template = endpoint.template else {
      return [
        Finding(
          "path-not-literal", at: endpoint.pathExpression,
          "The path must be a string literal without interpolation, such as \"/todos/:id\".")
      ]
    }
    let findings = PathRule.findings(in: path, template, of: .request)
    if findings.malformed { return findings.all }
    let members = request.members.filter { $0.location?.kind == .path }
    var misspelled: Set<String> = []
    let missing = template.segments.compactMap { segment -> Finding? in
      guard let name = segment.placeholder, PathParser.isName(name), !members.contains(where: { $0.key == name })
      else { return nil }
      if let near = members.first(where: { $0.key.lowercased() == name.lowercased() }) {
        misspelled.insert(near.key)
        return Finding(
          "placeholder-case", at: segment.location,
          "The placeholder '\(name)' is not '\(near.key)', the name of the member; write ':\(near.key)'.")
      }
      return Finding(
        "placeholder-without-member", at: segment.location,
        "The placeholder '\(name)' has no member; add '@Path var \(Identifier(name).source): String', "
          + "or remove the placeholder.")
    }
    let unbound = members.compactMap { member -> Finding? in
      guard template.placeholder(member.key) == nil, let location = member.location, findings.all.isEmpty,
        !misspelled.contains(member.key)
      else { return nil }
      return Finding(
        "member-without-placeholder", at: location.attribute,
        "The path has no placeholder ':\(member.key)' for '\(member.name.name)'; add it to the path, "
          + "or write '@Query'.")
    }
    return findings.all + missing + unbound + queryFindings(request, template)
  }

  private func queryFindings(_ request: RequestModel, _ template: PathTemplate) -> [Finding] {
    request.members.compactMap { member in
      guard let location = member.location, [.query, .flag].contains(location.kind),
        template.queryNames.contains(where: { $0.name == member.key })
      else { return nil }
      return Finding(
        "static-query", at: location.attribute,
        "The path already has the query value '\(member.key)'; rename '\(member.name.name)', or remove the value from "
          + "the path.")
    }
  }
}
