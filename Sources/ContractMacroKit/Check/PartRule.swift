import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: parts occur only in multipart bodies.
struct PartRule: EndpointRule {
  /// Methods whose content has no defined semantics (RFC 9110 §9.3).
  private static let methodsWithoutContent: Set<String> = ["GET", "HEAD", "DELETE", "TRACE", "CONNECT"]

  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let parts = endpoint.parameters.filter { $0.type.isPart }
    guard let first = parts.first else { return [] }
    let misplaced = parts.filter { $0.kind != .field }
    guard misplaced.isEmpty else { return misplaced.map(locationFinding) }
    if let method = endpoint.method, Self.methodsWithoutContent.contains(method) {
      return [
        Finding(
          "part-method", at: first.syntax.type,
          "'\(first.name.name)' is a part of the body, which is not allowed in a \(method) request; "
            + "use '@POST' or '@PUT'.")
      ]
    }
    let content = endpoint.traits.last { $0.name == "content" } ?? contract.traits.last { $0.name == "content" }
    guard content?.text.text.hasPrefix("content(.multipart") != true else { return [] }
    return [
      Finding(
        "part-without-multipart", at: first.syntax.type,
        "'\(first.name.name)' is a part, and parts are sent in a multipart body; add '@Multipart' before the other "
          + "body formats, or write the module before 'Part' if it is your own type.",
        fixIts: [multipartFix(endpoint.function)])
    ]
  }

  /// Returns the error of a part in a body with a format that has no parts.
  ///
  /// - Parameter coding: the attribute that sets the format.
  static func formatFinding(of name: String, sentAs coding: AttributeSyntax, at node: some SyntaxProtocol) -> Finding {
    Finding(
      "part-without-multipart", at: node,
      "'\(name)' is a part, and parts are sent in a multipart body; remove '\(coding.writtenName)', or write '@Multipart' "
        + "before it.")
  }

  private func locationFinding(_ parameter: ParameterModel) -> Finding {
    let name = parameter.name.name
    guard parameter.type.wrapper != nil else {
      return Finding(
        "part-location", at: parameter.nameToken,
        "'\(name)' is a part of the body and cannot be in the path; rename the parameter or the placeholder.")
    }
    return Finding(
      "part-location", at: parameter.syntax.type,
      "'\(name)' is a part of the body, so it cannot be '\(parameter.kind.rawValue)'; "
        + "write '\(name): \(parameter.type.text)'.",
      fixIts: [
        FixIt(
          "part-location", "write '\(parameter.type.text)'", replace: parameter.syntax.type,
          with: parameter.type.syntax.with(\.trailingTrivia, parameter.syntax.type.trailingTrivia))
      ])
  }

  /// Returns a fix that inserts `@Multipart` before the other attributes.
  private func multipartFix(_ function: FunctionDeclSyntax) -> FixIt {
    let attribute = AttributeSyntax(
      attributeName: TypeSyntax("Multipart"), trailingTrivia: .space
    ).with(\.leadingTrivia, function.leadingTrivia)
    var fixed = function
    fixed.leadingTrivia = []
    fixed.attributes = [.attribute(attribute)] + fixed.attributes
    return FixIt("part-without-multipart", "add '@Multipart'", replace: function, with: fixed)
  }
}
