import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a result with headers is a tuple of at most one body and `Header`s with labels.
enum HeaderTupleRule {
  /// Returns the errors of a result that has, or may mean, headers; nil for any other result.
  ///
  /// - Parameters:
  ///   - name: the name of the function or variable.
  ///   - names: the `@Name` attributes of the function.
  static func findings(
    in type: TypeSyntax, of name: String, method: String?, names: [NameModel] = []
  ) -> [Finding]? {
    if let finding = shapeFinding(type) { return [finding] }
    return HeaderTupleModel(type, names: names).map { findings(in: $0, of: name, method: method) }
  }

  private static func findings(in result: HeaderTupleModel, of name: String, method: String?) -> [Finding] {
    if let response = result.elements.first(where: { $0.typeNode.isResponse }) {
      return [
        Finding(
          "response-and-headers", at: response.typeNode,
          "'HTTPResponse' has every header of the response; remove it, or remove the 'Header'.")
      ]
    }
    let headers = ResultHeaderRule.findings(in: result.headers)
    return bodyFindings(result, name, method)
      + (headers.isEmpty ? result.headers.compactMap { ResultRule.opaqueFinding($0.typeNode) } : headers)
  }

  private static func bodyFindings(_ result: HeaderTupleModel, _ name: String, _ method: String?) -> [Finding] {
    guard let body = result.body else { return [] }
    let type = body.typeNode
    let others = result.bodies.dropFirst().map { ResultHeaderRule.secondBody($0, after: body) }
    if let wrapper = body.type.wrapper, wrapper != .body {
      return others + [
        Finding(
          "result-location", at: type,
          "A response has a body and headers, so '\(body.type.original.trimmedDescription)' cannot be sent; write "
            + "'Header<\(body.type.text)>'.")
      ]
    }
    if case .nothing = EndpointParser.result(type) {
      return others + [
        Finding(
          "nothing-beside-headers", at: type, "A response without a value has the type 'Empty'; write 'Empty'.",
          fixIts: [replacement("nothing-beside-headers", type, "Empty")])
      ]
    }
    let finding =
      ResultRule.headFinding(type, of: name, method: method, nothing: "write 'Empty'", checksEnums: true)
      ?? StreamTypeRule.resultFinding(type) ?? ResultRule.spellingFinding(type)
    return others + (finding.map { [$0] } ?? ResultRule.typeFindings(type))
  }

  /// Returns the error of a header without a tuple, and of an optional tuple.
  private static func shapeFinding(_ type: TypeSyntax) -> Finding? {
    if let optional = type.as(OptionalTypeSyntax.self), HeaderTupleModel(optional.wrappedType) != nil {
      return Finding(
        "optional-tuple", at: type, "A call always has a response; make the value optional instead of the tuple.")
    }
    var label = "name"
    var header = type
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      label = only.firstName?.text ?? label
      header = only.type
    }
    guard TypeModel(header).wrapper == .header else { return nil }
    let text = "(Empty, \(label): \(header.trimmedDescription))"
    return Finding(
      "single-header", at: type, "A header needs a label, in a tuple with the body or 'Empty'; write '\(text)'.",
      fixIts: [replacement("single-header", type, text)])
  }

  private static func replacement(_ id: String, _ type: TypeSyntax, _ text: String) -> FixIt {
    FixIt(
      id, "write '\(text)'", replace: type,
      with: TypeSyntax("\(raw: text)").with(\.trailingTrivia, type.trailingTrivia))
  }
}
