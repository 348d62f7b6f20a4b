import SwiftSyntax

/// A rule: the headers of a result have labels, and the labels are valid and different names.
enum ResultHeaderRule {
  static func findings(in headers: [some ResultPart]) -> [Finding] {
    var owners: [String: String] = [:]
    return headers.compactMap { header in
      let name = header.headerName
      let node = header.wireName.map { Syntax($0.wireExpression) } ?? header.nameNode
      guard let label = header.label else {
        return Finding(
          "unlabeled-header", at: header.typeNode,
          "The label of a value is the name of its header; write 'location: \(header.type.original.trimmedDescription)'."
        )
      }
      if name.isEmpty || !name.utf8.allSatisfy(HeaderName.isTokenByte) {
        return Finding(
          "header-name", at: node, "'\(name)' cannot be a header name; use ASCII letters, digits and hyphens.")
      }
      if HeaderRule.managed.contains(name.lowercased()) || HeaderRule.ofBody.contains(name.lowercased()) {
        return Finding(
          "managed-header", at: node,
          "'\(name)' is set by the body or the connection; remove the value, or return 'HTTPResponse' to read it.")
      }
      if let other = owners.updateValue(label.name, forKey: name.lowercased()) {
        return Finding(
          "duplicate-header", at: node,
          "'\(other)' and '\(label.name)' are both the header '\(name)'; rename one of them.")
      }
      return header.typeFinding ?? HTTPDateRule.finding(header.type, in: name, at: header.typeNode)
    }
  }

  /// Returns the error of a second value that is not a header.
  static func secondBody(_ other: some ResultPart, after body: some ResultPart) -> Finding {
    let header = "\(other.label?.label ?? "name"): Header<\(other.type.text)>"
    return Finding(
      "two-bodies", at: other.typeNode,
      "A response has one body, which is '\(body.type.text)' here; write '\(header)' for a header.")
  }
}

extension ResultPart {
  /// The error of a value that JSON cannot represent, judging by the spelling of its type.
  var typeFinding: Finding? {
    let name = label?.name ?? type.text
    if type.containsFunction {
      return Finding("closure-member", at: typeNode, "JSON cannot hold a closure; remove '\(name)'.")
    }
    if type.containsMetatype { return SchemaMemberTypeRule.metatype(name, at: typeNode) }
    if type.isDoublyOptional {
      return Finding(
        "double-optional", at: typeNode,
        "JSON has one null, so '\(name)' cannot distinguish the two nils of '\(type.text)'; write one '?'.")
    }
    if type.syntax.as(TupleTypeSyntax.self).map({ $0.elements.count != 1 }) == true {
      return Finding("tuple-member", at: typeNode, "JSON has no tuples; write a type with '@Schema'.")
    }
    guard type.isOpaque else { return nil }
    return Finding(
      "opaque-member", at: typeNode,
      "A client cannot decode '\(type.text)'; write a concrete type, such as a 'String' that describes it.")
  }

  /// The error of a value that cannot be a member of a JSON object, judging by the spelling of its type.
  var memberFinding: Finding? {
    typeFinding ?? WholeTypeRule.memberFinding(type, of: label?.name ?? type.text, at: typeNode)
  }
}
