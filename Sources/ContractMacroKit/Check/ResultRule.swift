import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: results can be decoded from a response.
struct ResultRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard case .value(let type) = endpoint.result else { return [] }
    if let findings = HeaderTupleRule.findings(
      in: type, of: endpoint.fullName, method: endpoint.method, names: endpoint.names)
    {
      return findings
    }
    if let finding = Self.headFinding(type, of: endpoint.fullName, method: endpoint.method) { return [finding] }
    if let finding = StreamTypeRule.resultFinding(type) ?? Self.spellingFinding(type) { return [finding] }
    if let finding = Self.tupleFinding(type, allowsLabels: endpoint.completion == nil) { return [finding] }
    return Self.typeFindings(type)
  }

  /// Returns the error in the result of HEAD, whose response has no body. The compiler checks a type that may be an
  /// `@APIResult` enum.
  ///
  /// - Parameters:
  ///   - nothing: the remedy that removes the result.
  ///   - alternative: the verb for a result.
  ///   - checksEnums: true to report a type even if its name may be that of such an enum.
  static func headFinding(
    _ type: TypeSyntax, of name: String, method: String?, nothing: String = "return nothing",
    alternative: String = "@GET", checksEnums: Bool = false
  ) -> Finding? {
    let value = type.versioned?.value ?? type.valueBesideResponse ?? type
    guard method == "HEAD", !type.isResponse, value.baseName != "Empty", checksEnums || !type.mayBeResultEnum else {
      return nil
    }
    return Finding(
      "head-result", at: type,
      "A HEAD response has no body, so '\(name)' cannot return '\(type.trimmedDescription)'; "
        + "\(nothing), or use '\(alternative)'.")
  }

  /// Returns the error in a result with superfluous parts: a `Result`, parentheses, an optional of an optional.
  static func spellingFinding(_ type: TypeSyntax) -> Finding? {
    if type.baseName == "Result", let arguments = type.genericArguments, arguments.count == 2,
      let success = arguments.first?.argument.trimmedDescription
    {
      return Finding(
        "result-result", at: type,
        "A function of a contract throws its failures; return '\(success)' and declare them with '@Throws'.",
        fixIts: [replacement("result-result", type, success)])
    }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      let inner = only.type.trimmedDescription
      return Finding(
        "parentheses-result", at: type, "One type needs no parentheses; return '\(inner)'.",
        fixIts: [replacement("parentheses-result", type, inner)])
    }
    let model = TypeModel(type)
    guard model.isDoublyOptional else { return nil }
    return Finding(
      "double-optional", at: type,
      "A response has only one nil, so it cannot distinguish the two nils of '\(model.text)'; write one '?'.")
  }

  /// Returns the error in a type that cannot be decoded.
  static func typeFindings(_ type: TypeSyntax) -> [Finding] {
    if let finding = WholeTypeRule.resultFinding(type) { return [finding] }
    if TypeModel(type).containsFunction {
      return [Finding("closure-result", at: type, "A closure cannot be sent; return a value.")]
    }
    if TypeModel(type).containsMetatype {
      return [
        Finding(
          "metatype-result", at: type,
          "A type cannot be sent; return the type of a value, such as 'String' for a name.")
      ]
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      let base = attributed.baseType.trimmedDescription
      return [
        Finding(
          "result-specifier", at: type, "A result is sent as a value, so its type has no specifiers; return '\(base)'.",
          fixIts: [replacement("result-specifier", type, base)])
      ]
    }
    if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      let optional = "\(implicit.wrappedType.trimmedDescription)?"
      return [
        Finding(
          "implicit-optional-result", at: type, "A result that may be absent is an optional; return '\(optional)'.",
          fixIts: [replacement("implicit-optional-result", type, optional)])
      ]
    }
    if let tuple = type.innerTuple, type.valueBesideResponse == nil {
      return [Finding("tuple-result", at: tuple, "JSON has no tuples; declare a struct with its elements.")]
    }
    return opaqueFinding(type).map { [$0] } ?? []
  }

  /// Returns the error of a type that does not name the concrete type, such as `Self.Item`.
  static func opaqueFinding(_ type: TypeSyntax) -> Finding? {
    type.tokens(viewMode: .sourceAccurate).first(where: \.isOpaque).map { token in
      Finding(
        "opaque-result", at: token,
        "The result needs a concrete type to be decoded; replace '\(token.text)' by the type itself.")
    }
  }

  /// Returns the error in a tuple that is not a value with its response.
  static func tupleFinding(_ type: TypeSyntax, allowsLabels: Bool) -> Finding? {
    if let optional = type.as(OptionalTypeSyntax.self), let value = optional.wrappedType.valueBesideResponse {
      return Finding(
        "optional-tuple", at: type, "A call always has a response; make the value optional instead of the tuple.",
        fixIts: [replacement("optional-tuple", type, "(\(TypeModel(value).asOptional), HTTPResponse)")])
    }
    guard let tuple = type.as(TupleTypeSyntax.self) else { return nil }
    let types = tuple.elements.map(\.type)
    if types.count > 2, let response = types.firstIndex(where: \.isResponse) {
      let values = types.enumerated().filter { $0.offset != response }.map { "'\($0.element.trimmedDescription)'" }
      return Finding(
        "several-results", at: type,
        "A response has one body; put \(values.joined(separator: " and ")) into one type that is decoded from the body, "
          + "and return that type and 'HTTPResponse'.")
    }
    if types.count == 2, types[0].isResponse, !types[1].isResponse {
      return Finding(
        "response-first", at: type, "The value must precede its response; swap the two.",
        fixIts: [replacement("response-first", type, "(\(types[1].trimmedDescription), HTTPResponse)")])
    }
    guard let value = type.valueBesideResponse else {
      return Finding("tuple-result", at: type, "A response has one body; return one type instead of a tuple.")
    }
    if case .nothing = EndpointParser.result(value) {
      return Finding(
        "nothing-beside-response", at: firstType(of: tuple),
        "A response without a value has the type 'Empty'; write '(Empty, HTTPResponse)'.",
        fixIts: [replacement("nothing-beside-response", firstType(of: tuple), "Empty")])
    }
    if !allowsLabels, tuple.elements.contains(where: { $0.firstName != nil }) {
      return Finding(
        "tuple-labels", at: type, "The labels make this a different type from the endpoint's; remove them.",
        fixIts: [replacement("tuple-labels", type, "(\(value.trimmedDescription), HTTPResponse)")])
    }
    return nil
  }

  /// Returns the first type of a tuple, as written.
  private static func firstType(of tuple: TupleTypeSyntax) -> TypeSyntax {
    tuple.elements.first?.type ?? TypeSyntax(tuple)
  }

  private static func replacement(_ id: String, _ type: TypeSyntax, _ text: String) -> FixIt {
    FixIt(
      id, "write '\(text)'", replace: type,
      with: TypeSyntax("\(raw: text)").with(\.trailingTrivia, type.trailingTrivia))
  }
}
