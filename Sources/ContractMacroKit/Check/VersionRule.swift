import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: `@ETag` and `Versioned` tag a value, and conditions fit the method.
struct VersionRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let attributes = endpoint.function.attributes
    return Self.findings(in: attributes, of: endpoint.fullName, endpoint.result, endpoint.method)
      + endpoint.parameters.compactMap { parameter in
        if let wrapper = parameter.type.wrapper, wrapper != .header, let condition = parameter.type.condition {
          return Finding(
            "condition-location", at: parameter.syntax.type,
            "'\(condition.rawValue)' is the header '\(condition.header)'; write '\(parameter.type.text)'.",
            fixIts: [Self.replacement("condition-location", parameter.syntax.type, parameter.type.text)])
        }
        if let name = parameter.wireName, let condition = parameter.type.condition {
          return Finding(
            "condition-name", at: name.attribute,
            "'\(parameter.name.name)' is the header '\(condition.header)'; remove '@Name'.")
        }
        return Self.finding(parameter.type, at: parameter.syntax.type, endpoint.result, endpoint.method)
      }
  }

  /// Returns the errors in the tag of an endpoint's result.
  static func findings(
    in attributes: AttributeListSyntax, of name: String, _ result: ResultModel?, _ method: String?
  ) -> [Finding] {
    let tag = attributes.named("ETag").first.flatMap { tagFinding($0, name, result, method) }
    guard case .value(let type) = result else { return tag.map { [$0] } ?? [] }
    return [tag, typeFinding(type, method)].compactMap { $0 }
  }

  private static func tagFinding(
    _ attribute: AttributeSyntax, _ name: String, _ result: ResultModel?, _ method: String?
  ) -> Finding? {
    guard let result, result.versioned == nil else { return nil }
    guard let content = result.content, content.baseName != "Empty", method != "HEAD" else {
      return Finding(
        "etag-without-value", at: attribute,
        "'\(name)' has no body whose tag could be sent; return 'Versioned<Empty>', or remove '@ETag'.")
    }
    guard let method, method != "GET" else { return nil }
    let value = TypeModel(content).unwrapped
    return Finding(
      "etag-of-change", at: attribute,
      "'@ETag' computes the tag of a GET's body, and this is a \(method); return 'Versioned<\(value)>' with the tag of the "
        + "new version.")
  }

  private static func typeFinding(_ type: TypeSyntax, _ method: String?) -> Finding? {
    if let tuple = type.as(TupleTypeSyntax.self),
      let element = tuple.elements.first(where: { $0.type.versioned != nil })
    {
      return Finding(
        "versioned-tuple", at: element.type,
        "'\(element.type.trimmedDescription)' is a whole result; return it without a tuple, or write "
          + "'etag: Header<EntityTag>' next to the value.")
    }
    guard let versioned = type.versioned else { return nil }
    let value = TypeModel(versioned.value)
    if value.isOptional {
      let text = "Versioned<\(value.unwrapped)>?"
      return Finding(
        "optional-version", at: type, "The value of a version cannot be optional; write '\(text)', where nil is 304.",
        fixIts: [replacement("optional-version", type, text)])
    }
    guard versioned.isOptional, let method, method != "GET", method != "HEAD" else { return nil }
    let text = "Versioned<\(value.text)>"
    return Finding(
      "optional-change", at: type,
      "nil is sent as 304, a response to GET and HEAD only, but this is a \(method); write '\(text)'.",
      fixIts: [replacement("optional-change", type, text)])
  }

  /// Returns the error of a condition that does not fit the method or the result.
  static func finding(
    _ type: TypeModel, at node: TypeSyntax, _ result: ResultModel?, _ method: String?
  ) -> Finding? {
    guard let condition = type.condition, method == "GET" || method == "HEAD" else { return nil }
    if condition == .ifMatch {
      return Finding(
        "condition-of-change", at: node, "'IfMatch' is a condition of changes; write 'IfNoneMatch?' for a read.",
        fixIts: [replacement("condition-of-change", node, "IfNoneMatch?")])
    }
    if !type.isOptional {
      return Finding(
        "required-condition", at: node, "A client that knows no version must be able to read; write 'IfNoneMatch?'.",
        fixIts: [replacement("required-condition", node, "IfNoneMatch?")])
    }
    guard let result else { return nil }
    if case .value(let written) = result, written.isResponse || written.versioned?.isOptional == true { return nil }
    let value = result.versioned ?? result.content
    return Finding(
      "condition-without-version", at: node,
      "A client that knows the version receives nil with 304; return "
        + "'Versioned<\(value.map { TypeModel($0).unwrapped } ?? "Empty")>?'.")
  }

  private static func replacement(_ id: String, _ type: TypeSyntax, _ text: String) -> FixIt {
    FixIt(
      id, "write '\(text)'", replace: type,
      with: TypeSyntax("\(raw: text)").with(\.trailingTrivia, type.trailingTrivia))
  }
}
