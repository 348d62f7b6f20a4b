import SwiftSyntax

/// A rule: every parameter of a function in a scope has one location, and a name that is unique there.
enum ScopeParameterRule {
  static func findings(in function: ScopeFunctionModel, of scope: ScopeModel) -> [Finding] {
    var findings: [Finding] = []
    for parameter in function.parameters {
      findings += placeFindings(parameter, function.method) + typeFindings(parameter)
    }
    guard findings.isEmpty else { return findings }
    return nameFindings(function, scope) + contentFindings(function) + headerFindings(function)
      + partFindings(function, scope)
      + function.inputs.compactMap { WireName.cookieFinding($0.key, in: $0.kind, at: $0.nameToken) }
  }

  private static func placeFindings(_ parameter: ScopeParameterModel, _ method: String?) -> [Finding] {
    let name = parameter.name.name
    let type = parameter.syntax.type.trimmedDescription
    if parameter.locations.count > 1 {
      return [
        Finding(
          "two-locations", at: parameter.locations[1],
          "'\(name)' already has the location '\(parameter.locations[0].writtenName)'; remove one of the two.")
      ]
    }
    if let key = parameter.locations.first?.unlabeledArguments.first, key.stringValue == nil {
      return [Finding("key-not-literal", at: key, "The name of '\(name)' on the wire must be a string literal.")]
    }
    if let expression = parameter.locations.first?.unlabeledArguments.first, let key = expression.stringValue,
      let finding = WireName.finding(key, at: expression)
    {
      return [finding]
    }
    let unlabeled = parameter.unlabeledElements
    guard unlabeled.isEmpty else {
      return unlabeled.map { element in
        Finding(
          "unlabeled-element", at: element,
          "An element of '\(name)' is sent by its label; give '\(element.type.trimmedDescription)' a label.")
      }
    }
    if parameter.inputs.isEmpty { return [unplacedFinding(parameter, takesContent: takesContent(method))] }
    let isDictionary = parameter.inputs.first?.type.isTextDictionary ?? false
    if parameter.inputs.first?.kind == .queryDictionary, !isDictionary {
      return [
        Finding(
          "query-type", at: parameter.syntax.type,
          "A parameter 'query' is the whole query; write '[String: String]', a tuple with labels, or "
            + "'@Query query: \(type)' for a member of that name.")
      ]
    }
    return []
  }

  /// Returns the error of a parameter without a location. Its message names only locations that cause no other error.
  private static func unplacedFinding(_ parameter: ScopeParameterModel, takesContent: Bool) -> Finding {
    let name = parameter.name.name
    let type = TypeModel(parameter.syntax.type)
    if let finding = shapeFindings(parameter, parameter.name, type).first { return finding }
    if let wrapper = type.wrapper {
      let remedy =
        wrapper == .path ? "'{\(name): \(type.text)}' in the path" : "'@\(wrapper.rawValue) \(name): \(type.text)'"
      return Finding(
        "parameter-without-location", at: parameter.nameToken,
        "In a struct, the type of '\(name)' does not set its location; write \(remedy).")
    }
    let plain = [InputKind.query, .header].filter { fits(type, of: name, in: $0) }
    let content = takesContent || plain.isEmpty ? [InputKind.field, .body].filter { fits(type, of: name, in: $0) } : []
    let remedies = (plain + content).map { "'@\($0.rawValue)'" }
    if remedies.isEmpty, let finding = locationFinding(type, of: name, in: .query) { return finding }
    let words = remedies.dropLast().joined(separator: ", ") + (remedies.count > 1 ? " or " : "") + (remedies.last ?? "")
    let mayBeSegment =
      (type.syntax.is(IdentifierTypeSyntax.self) || type.syntax.is(MemberTypeSyntax.self))
      && type.syntax.genericArguments == nil && fits(type, of: name, in: .path) && parameter.syntax.defaultValue == nil
    let path = mayBeSegment ? ", or '{\(name): \(type.text)}' in the path instead of the parameter" : ""
    let verb = takesContent || !plain.isEmpty ? "" : ", and use '@POST'"
    return Finding(
      "parameter-without-location", at: parameter.nameToken,
      "'\(name)' has no location; write \(words) before it\(path)\(verb).")
  }

  /// Returns false for a method whose requests have no body.
  private static func takesContent(_ method: String?) -> Bool { !["GET", "HEAD", "TRACE"].contains(method) }

  private static func typeFindings(_ parameter: ScopeParameterModel) -> [Finding] {
    parameter.inputs.flatMap { input -> [Finding] in
      let name = input.name.name
      let finding =
        locationFinding(input.type, of: name, in: input.kind)
        ?? PatchRule.valueFinding(input.defaultValue, input.type, of: name)
        ?? LiteralFit.rangeFinding(input.defaultValue, input.type, of: name)
      return finding.map { [$0] } ?? shapeFindings(parameter, input.name, input.type)
    }
  }

  /// Returns false if the type would cause another error at this location.
  private static func fits(_ type: TypeModel, of name: String, in kind: InputKind) -> Bool {
    type.isPart ? kind == .field : locationFinding(type, of: name, in: kind) == nil
  }

  /// Returns the error of a type that does not fit a location.
  private static func locationFinding(_ type: TypeModel, of name: String, in kind: InputKind) -> Finding? {
    StreamTypeRule.inputFinding(type, of: name, in: kind, isAttributed: true)
      ?? WholeTypeRule.inputFinding(type, of: name, in: kind, at: type.original)
      ?? ParameterTypeRule.optionalFinding(type, of: name, in: kind, at: type.original)
      ?? PatchRule.inputFinding(type, of: name, in: kind, at: type.original)
      ?? ParameterTypeRule.rangeFinding(type, of: name, in: kind.location, at: type.original)
      ?? ParameterTypeRule.cookieFinding(type, of: name, in: kind.location, at: type.original)
  }

  /// Returns the errors of a type that fits no location.
  private static func shapeFindings(
    _ parameter: ScopeParameterModel, _ name: Identifier, _ type: TypeModel
  ) -> [Finding] {
    ParameterRule().typeFindings(
      ParameterModel(
        syntax: parameter.syntax, label: nil, name: name, type: type, kind: .query, defaultExpression: nil))
  }

  private static func nameFindings(_ function: ScopeFunctionModel, _ scope: ScopeModel) -> [Finding] {
    var taken = Set((scope.arguments + function.path.arguments).map(\.name))
    return function.inputs.compactMap { input in
      let name = input.name.name
      if function.path.queryNames.contains(where: { $0.name == input.key }), input.kind == .query {
        return Finding(
          "static-query", at: input.nameToken,
          "The path already has the query value '\(input.key)'; rename the parameter, or remove the value from the "
            + "path.")
      }
      if name == "_" {
        return Finding(
          "unnamed-parameter", at: input.nameToken,
          "A parameter needs a name, which is its key on the wire; write '_ id: \(input.type.text)'.")
      }
      if name.hasPrefix("__") {
        return Finding(
          "reserved-name", at: input.nameToken,
          "Names that start with '__' belong to generated code; rename '\(name)'.")
      }
      guard !taken.insert(input.name).inserted else { return nil }
      return Finding(
        "duplicate-key", at: input.nameToken,
        "'\(function.name.name)' has two inputs called '\(name)' (placeholders of the path are inputs, too); rename "
          + "one of them."
      )
    }
  }

  private static func contentFindings(_ function: ScopeFunctionModel) -> [Finding] {
    let contents = function.inputs.filter(\.kind.isContent)
    guard let content = contents.first else { return [] }
    if let method = function.method, !takesContent(method) {
      let name = content.name.name
      let query = fits(content.type, of: name, in: .query) ? "write '@Query \(name)', or " : ""
      return [
        Finding(
          "content-on-\(method.lowercased())", at: content.nameToken,
          "A \(method) request has no body; \(query)use '@POST'.")
      ]
    }
    guard let body = contents.first(where: { $0.kind == .body }) else { return [] }
    return contents.filter { $0.nameToken.id != body.nameToken.id }.map { other in
      let name = other.name.name
      let query = fits(other.type, of: name, in: .query) ? ", or '@Query' on '\(name)'" : ""
      return Finding(
        "two-bodies", at: other.nameToken,
        "A request has one body, which is '\(body.name.name)'; write '@Body' on both inputs to make them members "
          + "of one object\(query).")
    }
  }

  /// Returns the errors of parts in a body with another format. The format of the innermost declaration applies.
  private static func partFindings(_ function: ScopeFunctionModel, _ scope: ScopeModel) -> [Finding] {
    // `MergePatchRule` reports a part in a function with `@MergePatch`.
    guard function.function.attributes.bodyFormats.first?.attributeName.baseName != "MergePatch" else { return [] }
    let attributes = [function.function.attributes] + scope.frames.reversed().map(\.declaration.attributes)
    let codings = attributes.lazy.map(\.bodyFormats).first { !$0.isEmpty }
    guard let coding = codings?.first, coding.attributeName.baseName != "Multipart" else { return [] }
    return function.inputs.compactMap { input in
      guard input.kind == .field, input.type.isPart else { return nil }
      return PartRule.formatFinding(of: input.name.name, sentAs: coding, at: input.type.original)
    }
  }

  private static func headerFindings(_ function: ScopeFunctionModel) -> [Finding] {
    var names: Set<String> = []
    return function.inputs.filter { $0.kind == .header }.compactMap { input in
      if input.key.isEmpty || !input.key.utf8.allSatisfy(HeaderName.isTokenByte) {
        return Finding(
          "header-name", at: input.nameToken,
          "'\(input.key)' cannot be a header name; use ASCII letters, digits and hyphens.")
      }
      if HeaderRule.managed.contains(input.key.lowercased()) {
        return Finding(
          "managed-header", at: input.nameToken,
          "'\(input.key)' is set by the connection itself; remove the parameter or choose another name.")
      }
      if input.key.lowercased() == "content-type",
        let content = function.inputs.first(where: { $0.kind.setsMediaType($0.type) })
      {
        return HeaderRule.mediaTypeFinding(
          of: content.name, content.type, at: input.nameToken, raw: "@Body \(content.name.source): [UInt8]")
      }
      if let finding = HTTPDateRule.finding(input.type, in: input.key, at: input.type.original) {
        return finding
      }
      guard !names.insert(input.key.lowercased()).inserted else { return nil }
      return Finding(
        "duplicate-header", at: input.nameToken,
        "Two parameters of '\(function.name.name)' are the header '\(input.key)'; rename one of them.")
    }
  }
}

extension ScopeParameterModel {
  /// The elements without a label of a tuple whose elements are inputs.
  fileprivate var unlabeledElements: [TupleTypeElementSyntax] {
    ScopeParser.inputElements(of: self).filter { ($0.firstName?.text ?? "_") == "_" }
  }
}

extension TypeModel {
  /// True for `[String: String]` and its optional.
  fileprivate var isTextDictionary: Bool {
    let inner = syntax.as(OptionalTypeSyntax.self)?.wrappedType ?? syntax
    return inner.as(DictionaryTypeSyntax.self).map { $0.key.baseName == "String" && $0.value.baseName == "String" }
      ?? false
  }
}
