import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a function has exactly one verb, whose path and method are literals.
struct VerbRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let first = endpoint.verbs.first else {
      return [
        Finding(
          "no-verb", at: endpoint.function.name,
          "'\(endpoint.fullName)' has no verb; add one, such as '@GET(\"/\(endpoint.name.name)\")'.")
      ]
    }
    var findings = endpoint.verbs.dropFirst().map { verb in
      Finding(
        "two-verbs", at: verb.attribute,
        "'\(endpoint.fullName)' already has '\(first.attribute.writtenName)'; "
          + "remove '\(verb.attribute.writtenName)' or move it to another function.",
        fixIts: [removal(of: verb.attribute, from: endpoint.function)])
    }
    if first.path == nil { findings.append(Self.pathNotLiteral(first)) }
    return findings + Self.methodFindings(first)
  }

  /// Returns the error of a verb whose path is not a literal.
  static func pathNotLiteral(_ verb: VerbModel) -> Finding {
    guard let path = verb.attribute.unlabeledArguments.first else {
      return Finding(
        "no-path", at: verb.attribute,
        "The name of a function is its path only in a struct with '@API'; "
          + "write '\(verb.attribute.writtenName)(\"/todos\")', or '\(verb.attribute.writtenName)(\"\")' for the prefix of "
          + "'@API' itself.")
    }
    return Finding(
      "path-not-literal", at: path,
      "The path must be a string literal without interpolation, such as \"/todos/:id\".")
  }

  /// Returns the error in the method of `@HTTP`.
  static func methodFindings(_ verb: VerbModel) -> [Finding] {
    guard let expression = verb.methodExpression else { return [] }
    guard let method = verb.method else {
      return [
        Finding(
          "method-not-literal", at: expression, "The method must be a string literal, such as method: \"PURGE\".")
      ]
    }
    if method.isEmpty || method.utf8.count > 64 || !method.utf8.allSatisfy(HeaderName.isTokenByte) {
      return [
        Finding(
          "method-not-token", at: expression,
          "\(method.literal) is not a method; write 1 to 64 letters, digits and marks of an HTTP token, without spaces."
        )
      ]
    }
    if method != method.uppercased(), EndpointParser.verbs.contains(method.uppercased()) {
      return [
        Finding(
          "method-case", at: expression,
          "Methods are case-sensitive and '\(method)' is not '\(method.uppercased())'; write it in uppercase.",
          fixIts: [
            FixIt(
              "method-case", "write \"\(method.uppercased())\"", replace: expression,
              with: ExprSyntax(StringLiteralExprSyntax(content: method.uppercased())))
          ])
      ]
    }
    return []
  }

  private func removal(of attribute: AttributeSyntax, from function: FunctionDeclSyntax) -> FixIt {
    let kept = function.attributes.filter { $0.id != attribute.id }
    var fixed = function
    fixed.attributes = AttributeListSyntax(kept.map { $0 })
    return FixIt("two-verbs", "remove '\(attribute.trimmedDescription)'", replace: function, with: fixed)
  }
}
