import SwiftSyntax

/// A rule: a request has one body, JSON members, or members in the format of the struct.
struct RequestContentRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    contentFindings(request)
      + MergePatchRule.findings(in: request.declaration.attributes, of: request.name.name, request.mergedContent)
  }

  private func contentFindings(_ request: RequestModel) -> [Finding] {
    let placed = request.members.compactMap { member in member.location.map { (member, $0) } }
    let content = placed.filter { $0.1.kind.isContent }
    guard let (body, _) = content.first(where: { $0.1.kind == .body }) else {
      let mixtures = mixtures(content)
      return codingFindings(request, content) + mediaTypeFindings(placed) + mixtures
        + (mixtures.isEmpty ? partFindings(request, content) : [])
    }
    var isFirst = true
    return mediaTypeFindings(placed)
      + content.compactMap { member, location in
        if location.kind == .body, isFirst {
          isFirst = false
          return nil
        }
        let name = member.name.name
        guard location.kind == .body else {
          return Finding(
            "body-and-field", at: location.attribute,
            "The body is '\(body.name.name)', so '\(name)' cannot be in the body too; "
              + (body.type?.mayHaveMembers == false ? "" : "put it into the body's type, or ") + "write '@Query'.")
        }
        return Finding(
          "two-bodies", at: location.attribute,
          "A request has one body, which is '\(body.name.name)'; put both values into one type, "
            + "or make them '@Field's.")
      }
  }

  /// Returns the errors of `Content-Type` headers next to a body that sets this header.
  private func mediaTypeFindings(_ placed: [(MemberModel, LocationModel)]) -> [Finding] {
    guard let (content, _) = placed.first(where: { $0.1.kind.setsMediaType($0.0.type) }) else { return [] }
    return placed.compactMap { member, location in
      guard location.kind == .header, member.key.lowercased() == "content-type" else { return nil }
      return HeaderRule.mediaTypeFinding(
        of: content.name, content.type, at: member.nameToken, raw: "@Body var \(content.name.source): [UInt8]")
    }
  }

  /// Returns the errors of JSON members in a struct with another format.
  private func codingFindings(_ request: RequestModel, _ content: [(MemberModel, LocationModel)]) -> [Finding] {
    guard let coding = request.codings.first(where: { $0.attributeName.baseName != "JSON" }) else { return [] }
    return content.compactMap { member, location in
      guard location.isJSON else { return nil }
      return Finding(
        "json-elsewhere", at: location.attribute,
        "The body of '\(request.name.name)' is '\(coding.writtenName)', so '\(member.name.name)' cannot be JSON; "
          + "write '@Field'.")
    }
  }

  /// Returns the errors of parts in a struct with another format. `MergePatchRule` reports a part in a merge patch.
  private func partFindings(_ request: RequestModel, _ content: [(MemberModel, LocationModel)]) -> [Finding] {
    guard let coding = request.codings.first,
      !["Multipart", "MergePatch"].contains(coding.attributeName.baseName)
    else { return [] }
    return content.compactMap { member, location in
      guard location.kind == .part else { return nil }
      return PartRule.formatFinding(of: member.name.name, sentAs: coding, at: location.attribute)
    }
  }

  /// Returns the errors of JSON members combined with members of a form or multipart body.
  private func mixtures(_ content: [(MemberModel, LocationModel)]) -> [Finding] {
    guard let (first, location) = content.first else { return [] }
    return content.dropFirst().compactMap { member, other in
      guard other.isJSON != location.isJSON else { return nil }
      let json = other.isJSON ? member : first
      if location.kind == .part || other.kind == .part {
        return Finding(
          "json-and-part", at: other.attribute,
          "A file is sent in a form, which has no JSON members; write '@Field' for '\(json.name.name)'.")
      }
      return Finding(
        "mixed-content", at: other.attribute,
        "A body cannot contain both JSON members and fields, and '\(first.name.name)' is "
          + "'\(location.attribute.writtenName)'; write '\(location.attribute.writtenName)' here, "
          + "or '@Query' for '\(json.name.name)'.")
    }
  }
}
