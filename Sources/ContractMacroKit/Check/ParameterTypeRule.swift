import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a location in the type of a parameter is outermost, occurs once, and fits the type.
struct ParameterTypeRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    endpoint.parameters.compactMap { parameter in
      Self.locationFinding(parameter) ?? Self.implicitFinding(parameter)
        ?? StreamTypeRule.inputFinding(parameter.type, of: parameter.name.name, in: parameter.kind)
        ?? Self.wholeFinding(parameter)
        ?? Self.optionalFinding(
          parameter.type, of: parameter.name.name, in: parameter.kind, at: parameter.syntax.type)
        ?? PatchRule.inputFinding(
          parameter.type, of: parameter.name.name, in: parameter.kind, at: parameter.syntax.type)
        ?? Self.rangeFinding(
          parameter.type, of: parameter.name.name, in: parameter.kind.location, at: parameter.syntax.type)
        ?? Self.cookieFinding(
          parameter.type, of: parameter.name.name, in: parameter.kind.location, at: parameter.syntax.type)
    }
  }

  /// Returns the error of a location inside another type, where it has no effect.
  private static func locationFinding(_ parameter: ParameterModel) -> Finding? {
    guard let (name, inner) = parameter.type.innerLocation else { return nil }
    let type = parameter.syntax.type
    let plain = parameter.type.text.replacing(name.source, with: inner)
    let written = "\((parameter.type.wrapper ?? name.kind).rawValue)<\(plain)>"
    return Finding(
      "inner-location", at: type,
      "'\(name.kind.rawValue)' is the location of the whole parameter, so it must be outermost; write '\(written)'.",
      fixIts: [
        FixIt(
          "inner-location", "write '\(written)'", replace: type,
          with: TypeSyntax("\(raw: written)").with(\.trailingTrivia, type.trailingTrivia))
      ])
  }

  /// Returns the error of `T!`: the generated function takes a `T?` and therefore does not satisfy the requirement.
  private static func implicitFinding(_ parameter: ParameterModel) -> Finding? {
    let type = parameter.syntax.type
    guard type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return nil }
    let optional = parameter.type.text
    return Finding(
      "implicit-optional-parameter", at: type, "A parameter that may be absent is an optional; write '\(optional)'.",
      fixIts: [
        FixIt(
          "implicit-optional-parameter", "write '\(optional)'", replace: type,
          with: parameter.type.syntax.with(\.trailingTrivia, type.trailingTrivia))
      ])
  }

  /// Returns the error of a type that stands for a result or a header. `VersionRule` checks a type that is itself a
  /// condition.
  private static func wholeFinding(_ parameter: ParameterModel) -> Finding? {
    guard parameter.type.condition == nil else { return nil }
    return WholeTypeRule.inputFinding(
      parameter.type, of: parameter.name.name, in: parameter.kind, at: parameter.syntax.type)
  }

  /// Returns the error of a doubly optional type, whose two nils cannot be distinguished.
  static func optionalFinding(
    _ type: TypeModel, of name: String, in kind: InputKind, at node: some SyntaxProtocol
  ) -> Finding? {
    guard type.isDoublyOptional else { return nil }
    if kind == .field {
      return Finding(
        "double-optional", at: node,
        "An absent member and null both read as nil, so '\(name)' cannot distinguish the two nils of '\(type.text)'; write "
          + "'\(PatchRule.patch(of: type))' to leave, clear or set it, or one '?'.")
    }
    return Finding(
      "double-optional", at: node,
      "A request has only one nil, so '\(name)' cannot distinguish the two nils of '\(type.text)'; write one '?', and "
        + "add a parameter for the difference.")
  }

  /// Returns the error of a type that names no concrete type for the value, or names several.
  static func concreteFinding(_ type: TypeModel, of name: String) -> Finding? {
    if let token = type.original.tokens(viewMode: .sourceAccurate).first(where: \.isOpaque) {
      return Finding(
        "generic-parameter", at: token,
        "'\(name)' needs a concrete type to be sent; replace '\(token.text)' by the type itself.")
    }
    if type.containsMetatype {
      return Finding(
        "metatype-parameter", at: type.original,
        "'\(name)' is a type, which cannot be sent; write the type of a value, such as 'String' for a name.")
    }
    let isVoid = type.text == "Void" || type.text == "()"
    guard isVoid || type.syntax.innerTuple != nil else { return nil }
    return Finding(
      "tuple-parameter", at: type.original.innerTuple ?? type.original,
      "'\(name)' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct.")
  }

  /// Returns the words for list elements that are not single strings; nil for other types.
  private static func severalValues(_ element: TypeSyntax) -> String? {
    element.is(DictionaryTypeSyntax.self)
      ? "a list of objects" : element.is(ArrayTypeSyntax.self) ? "a list of lists" : nil
  }

  private static let ranges: Set<String> = [
    "Range", "ClosedRange", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo",
  ]

  /// Returns the error of a range or an object where a single string is required.
  static func rangeFinding(
    _ type: TypeModel, of name: String, in location: ParameterLocation, at node: some SyntaxProtocol
  ) -> Finding? {
    guard [.path, .header, .cookie].contains(location) else { return nil }
    let inner = TypeModel(type.unwrappedSyntax).syntax
    let element = inner.as(ArrayTypeSyntax.self)?.element
    if let part = inner.is(DictionaryTypeSyntax.self) ? "an object" : element.flatMap(severalValues) {
      return Finding(
        "object-parameter", at: node,
        "A \(location) value is one string, and '\(inner.trimmedDescription)' is \(part); send '\(name)' in the query or the "
          + "body, or make it a type that is a 'ParameterValue'.")
    }
    guard let base = inner.baseName, ranges.contains(base) else { return nil }
    return Finding(
      "range-parameter", at: node,
      "A \(location) value is one string, and '\(inner.trimmedDescription)' is two values; make '\(name)' a 'String', or a "
        + "type that is a 'ParameterValue'.")
  }

  /// Returns the finding for an array in a cookie, which has one value.
  static func cookieFinding(
    _ type: TypeModel, of name: String, in location: ParameterLocation, at node: some SyntaxProtocol
  ) -> Finding? {
    guard location == .cookie, type.isArray else { return nil }
    return Finding(
      "cookie-array", at: node,
      "A cookie has one value, so '\(name)' cannot be an array; write a 'String', or a type that is a 'ParameterValue'."
    )
  }
}

extension TypeModel {
  /// A location inside the type, with its spelling, and the type inside the location; nil if there is none.
  fileprivate var innerLocation: (name: (kind: InputKind, source: String), type: String)? {
    // Most types contain no location, so their parts need not be searched.
    guard syntax.tokens(viewMode: .sourceAccurate).contains(where: { InputKind(wrapper: $0.text) != nil }) else {
      return nil
    }
    for type in syntax.everyNamedType {
      let inner = TypeModel(type)
      if let wrapper = inner.wrapper { return ((wrapper, type.trimmedDescription), inner.text) }
    }
    return nil
  }
}

extension TokenSyntax {
  /// True for `some`, `any`, `Any` and `Self`, whose concrete type the spelling does not show.
  var isOpaque: Bool { [.keyword(.some), .keyword(.any), .keyword(.Any), .keyword(.Self)].contains(tokenKind) }
}

extension SyntaxProtocol {
  /// The first tuple with several elements in the type, including the type itself.
  var innerTuple: TypeSyntax? {
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count > 1 { return TypeSyntax(tuple) }
    return children(viewMode: .sourceAccurate).lazy.compactMap(\.innerTuple).first
  }
}

extension TypeSyntax {
  /// All named types in the type, beginning with the type itself.
  var everyNamedType: [TypeSyntax] {
    var types: [TypeSyntax] = []
    var rest: [Syntax] = [Syntax(self)]
    while let next = rest.popLast() {
      if next.is(IdentifierTypeSyntax.self) || next.is(MemberTypeSyntax.self), let type = next.as(TypeSyntax.self) {
        types.append(type)
      }
      rest += next.children(viewMode: .sourceAccurate).reversed()
    }
    return types
  }
}
