import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a parameter in a protocol has neither a default value nor attributes.
struct ParameterFormRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    endpoint.parameters.flatMap { parameter in
      attributeFindings(parameter) + (defaultFinding(parameter, endpoint.function).map { [$0] } ?? [])
    }
  }

  // MARK: Attributes

  private func attributeFindings(_ parameter: ParameterModel) -> [Finding] {
    parameter.syntax.attributes.plain.compactMap { attribute in
      guard let name = attribute.attributeName.baseName, InputKind(attribute: name) != nil else { return nil }
      let names = [parameter.syntax.firstName, parameter.syntax.secondName].compactMap { $0?.text }
      guard InputKind(wrapper: name) != nil else {
        return Finding(
          "parameter-attribute", at: attribute,
          "'\(attribute.writtenName)' belongs on a property of a '@Request' struct; remove it here.")
      }
      let type = "\(name)<\(parameter.syntax.type.trimmedDescription)>"
      let key = attribute.unlabeledArguments.first?.stringValue
      let rest = key.map { ", and '@Name(\(parameter.name.name.literal), \($0.literal))' before the function" } ?? ""
      return Finding(
        "parameter-attribute", at: attribute,
        "In a protocol the type of a parameter sets its location; write '\(names.joined(separator: " ")): \(type)'\(rest).",
        fixIts: [typeFix(parameter, attribute, type)])
    }
  }

  private func typeFix(_ parameter: ParameterModel, _ attribute: AttributeSyntax, _ type: String) -> FixIt {
    var fixed = parameter.syntax
    fixed.attributes = parameter.syntax.attributes.filter { $0.id != attribute.id }
    fixed.type = TypeSyntax("\(raw: type)").with(\.trailingTrivia, parameter.syntax.type.trailingTrivia)
    return FixIt("parameter-attribute", "write '\(type)'", replace: parameter.syntax, with: fixed)
  }

  // MARK: Defaults

  private func defaultFinding(_ parameter: ParameterModel, _ function: FunctionDeclSyntax) -> Finding? {
    guard let value = parameter.syntax.defaultValue?.value else { return nil }
    let name = parameter.name.name
    if parameter.type.isOptional, value.is(NilLiteralExprSyntax.self) {
      return Finding(
        "written-default", at: value,
        "'\(name)' is already nil when a caller omits it; remove '= nil'.",
        fixIts: [defaultFix(parameter, function, attribute: nil)])
    }
    let attribute = "@Default(\(name.literal), \(value.trimmedDescription))"
    return Finding(
      "written-default", at: value,
      "A protocol cannot have default values; write '\(attribute)' before the function.",
      fixIts: [defaultFix(parameter, function, attribute: attribute)])
  }

  /// Returns a fix that moves a default value into an attribute after the last attribute.
  private func defaultFix(_ parameter: ParameterModel, _ function: FunctionDeclSyntax, attribute: String?) -> FixIt {
    var fixed = function
    fixed.signature.parameterClause.parameters = FunctionParameterListSyntax(
      function.signature.parameterClause.parameters.map { syntax in
        guard syntax.id == parameter.syntax.id else { return syntax }
        return syntax.with(\.defaultValue, nil).with(\.type.trailingTrivia, [])
      })
    if let attribute, let last = function.attributes.last {
      let added = AttributeSyntax(
        atSign: .identifier(attribute, leadingTrivia: .space, trailingTrivia: last.trailingTrivia),
        attributeName: TypeSyntax(MissingTypeSyntax(placeholder: .identifier("", presence: .missing))))
      fixed.attributes = AttributeListSyntax(
        function.attributes.dropLast() + [
          last.with(\.trailingTrivia, []), .attribute(added),
        ])
    }
    return FixIt(
      "written-default", attribute.map { "write '\($0)'" } ?? "remove '= nil'", replace: function, with: fixed)
  }
}
