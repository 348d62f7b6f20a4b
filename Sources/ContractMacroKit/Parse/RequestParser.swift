import SwiftSyntax
import SwiftSyntaxBuilder

/// A parser of structs with `@Request`. Parsing never fails; the rules report errors.
enum RequestParser {
  /// Attributes of members that do not set a location.
  private static let others: Set<String> = [
    "available", "preconcurrency", "usableFromInline", "nonobjc", "objc", "exclusivity", "MainActor",
    "Validate", "Name", "Deprecated", "Meta", "_HeaderMember", "_PartMember",
  ]

  static func parse(_ declaration: StructDeclSyntax, in outer: [Syntax]) -> RequestModel {
    let members = declaration.memberBlock.members.map(\.decl)
    let types = HidingTypes(in: [declaration])
    return RequestModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers, in: outer.first),
      genericType: outer.genericType,
      outerType: outer.owner,
      members: members.compactMap { $0.as(VariableDeclSyntax.self) }.flatMap(stored).map { $0.beside(types) },
      endpoint: declaration.attributes.named("Request").first.flatMap { endpoint($0, declaration) },
      initializers: members.compactMap { $0.as(InitializerDeclSyntax.self) }.map(RequestInitializer.init),
      nestedNames: Set(members.flatMap(staticNames)),
      conditionals: members.compactMap { $0.as(IfConfigDeclSyntax.self) },
      documentation: Documentation(of: declaration.attributes, declaration.modifiers, declaration.structKeyword))
  }

  // MARK: Members

  /// Returns the members that a variable declares: members with a location, and stored members without one.
  static func stored(_ variable: VariableDeclSyntax) -> [MemberModel] {
    let locations = variable.attributes.plain.compactMap(location)
    return variable.bindings.enumerated().compactMap { index, binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
        !locations.isEmpty || isUnplaced(binding, of: variable)
      else { return nil }
      // In `a, b: Int`, the type of `a` follows `b`; in `a = 1, b: Int` it does not.
      let following = variable.bindings.dropFirst(index)
      let typed = binding.initializer == nil ? following.first { $0.typeAnnotation != nil } : binding
      let annotation = typed?.typeAnnotation?.type
      let value = binding.initializer?.value
      return MemberModel(
        variable: variable, binding: binding, name: Identifier(pattern.identifier), nameToken: pattern.identifier,
        locations: locations, type: type(annotation, value, locations.first).map(TypeModel.init),
        isAnnotated: annotation != nil, initialValue: value)
    }
  }

  /// Returns the patterns such as `(a, b)` among the members of ``stored(_:)``. They are not read.
  static func tuples(_ variable: VariableDeclSyntax) -> [TuplePatternSyntax] {
    let hasLocation = variable.attributes.plain.contains { location($0) != nil }
    // A filtered list of syntax would be a copy without source locations.
    return variable.bindings.compactMap { binding in
      hasLocation || isUnplaced(binding, of: variable) ? binding.pattern.as(TuplePatternSyntax.self) : nil
    }
  }

  /// Returns true for a variable with members of ``stored(_:)`` or ``tuples(_:)``.
  static func storesMembers(_ variable: VariableDeclSyntax) -> Bool {
    !stored(variable).isEmpty || !tuples(variable).isEmpty
  }

  /// Returns true for a stored property of the instance that is not a constant with a value. It needs a location.
  private static func isUnplaced(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) -> Bool {
    let isShared = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    return !isShared && !binding.isComputed && !(isConstant && binding.initializer != nil)
  }

  private static func location(_ attribute: AttributeSyntax) -> LocationModel? {
    guard let name = attribute.attributeName.baseName, !others.contains(name) else { return nil }
    return LocationModel(
      attribute: attribute, kind: InputKind(attribute: name) ?? .custom,
      keyExpression: attribute.unlabeledArguments.first)
  }

  private static func type(_ annotation: TypeSyntax?, _ value: ExprSyntax?, _ location: LocationModel?) -> TypeSyntax? {
    if let annotation { return annotation }
    guard let value else { return nil }
    switch location?.kind {
    case .header where value.is(NilLiteralExprSyntax.self): return "String?"
    case .part: return "Contract::Part"
    default: return LiteralType.of(value)
    }
  }

  // MARK: The struct

  private static func endpoint(_ attribute: AttributeSyntax, _ declaration: StructDeclSyntax) -> OwnEndpointModel? {
    let arguments = attribute.unlabeledArguments
    guard arguments.count == 2 else { return nil }
    let path = PathParser.literal(arguments[1])
    return OwnEndpointModel(
      attribute: attribute, method: arguments[0], pathExpression: arguments[1], path: path,
      base: attribute.argument("base"),
      template: path.map { PathParser.template(prefix: nil, path: $0) },
      statuses: declaration.attributes.named("Status").map(StatusModel.init),
      failures: declaration.attributes.named("Throws").flatMap(\.unlabeledArguments))
  }

  private static func staticNames(_ declaration: DeclSyntax) -> [String] {
    if let type = declaration.asProtocol((any NamedDeclSyntax).self), !declaration.is(FunctionDeclSyntax.self) {
      return [type.name.text]
    }
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.modifiers.contains(where: { $0.name.text == "static" })
    else { return [] }
    return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
  }
}

extension PatternBindingSyntax {
  /// True for a property with a getter, which is not stored.
  var isComputed: Bool {
    guard let accessors = accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return !list.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
