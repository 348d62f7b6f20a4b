import SwiftSyntax

/// A renderer of the enum `Endpoints` of a scope. In the struct with `@API`, it includes the endpoints of all nested scopes.
struct ScopeEndpointsRenderer {
  let scope: ScopeModel
  /// The functions without errors.
  let functions: [ScopeFunctionModel]

  func render(into writer: inout SourceWriter) {
    let access = scope.access.forMembers
    writer.line("/// The endpoints of the functions, without a caller.")
    writer.block("\(access)nonisolated enum \(scope.endpointsName)") { writer in
      if !functions.isEmpty { shared.render(into: &writer) }
      for (index, function) in functions.enumerated() {
        if index > 0 { writer.gap() }
        render(function, into: &writer)
      }
      guard scope.frame.isRoot else { return }
      if !functions.isEmpty { writer.gap() }
      renderInner(into: &writer)
    }
  }

  private func render(_ function: ScopeFunctionModel, into writer: inout SourceWriter) {
    let access = scope.access(of: function).forMembers
    let inputs = scope.inputs(of: function)
    if !inputs.isEmpty {
      renderInput(function, inputs, access, into: &writer)
      writer.gap()
    }
    if let members = function.responseMembers {
      ScopeResponseRenderer(function: function, members: members, access: access).render(into: &writer)
      writer.gap()
    }
    for line in function.documentation.lines { writer.introduce(line) }
    let path = scope.frames.map { $0.isRoot ? $0.name.name : $0.accessor.name } + [function.name.name]
    let isTuple = function.responseMembers != nil
    EndpointConstant(
      method: EndpointConstant.method(function.method), template: scope.template(of: function),
      id: path.joined(separator: "."), statuses: function.statuses, shared: shared,
      failures: function.failures.map { LocatedText(inner: $0) },
      traits: TraitParser.traits(function.function.attributes) + (function.paged.trait.map { [$0] } ?? []),
      documentation: function.documentation, result: isTuple ? nil : function.result
    ).render(
      "\(access)static let \(function.name.staticMember.source, at: word(of: function))",
      request: LocatedText(inputs.isEmpty ? "Contract::Empty" : function.inputName.source),
      response: isTuple
        ? LocatedText(function.responseName.source)
        : function.result.headerTuple()?.located ?? function.result.located,
      into: &writer)
  }

  /// The node for errors about a constant that cannot be stored; nil in a type that certainly stores constants. In an
  /// extension of a generic type, only the compiler knows that it does not.
  private func word(of function: ScopeFunctionModel) -> Syntax? {
    scope.isExtending ? Syntax(function.function.name) : nil
  }

  private var shared: SharedTraits {
    var shared = SharedTraits()
    // The compiler passes a struct without the type around it, which is `Self` in its attributes.
    var owner = scope.outerType
    for frame in scope.frames {
      let attributes = frame.declaration.attributes
      shared.traits += TraitParser.traits(attributes).map { $0.spellingSelf(owner) }
      shared.failures += attributes.named("Throws").flatMap(\.unlabeledArguments)
        .map { LocatedText($0, spellingSelf: owner) }
      owner = frame.name.source
    }
    return shared
  }

  private func renderInput(
    _ function: ScopeFunctionModel, _ inputs: [InputModel], _ access: String, into writer: inout SourceWriter
  ) {
    let members = inputs.map { (name: $0.name, type: LocatedText($0.type)) }
    writer.line("/// The inputs of `\(function.name.name)`.")
    writer.block("\(access)nonisolated struct \(function.inputName.source): Contract::EndpointRequest") { writer in
      writer.members(members, modifiers: access)
      writer.gap()
      CodingRenderer(
        inputs: inputs, modifiers: access, content: CodingRenderer.content(of: inputs),
        typeName: function.inputName
      ).render(into: &writer)
    }
  }

  /// Adds the endpoints of nested scopes, and the list of all endpoints.
  private func renderInner(into writer: inout SourceWriter) {
    var names = functions.map(\.name.staticMember)
    var isDeprecated = false
    for inner in scope.soundScopes.flatMap(\.everySoundScope) {
      let path = path(to: inner)
      let availability = inner.frames.dropFirst().flatMap { $0.declaration.attributes.named("available") }
      isDeprecated = isDeprecated || !availability.isEmpty
      for function in inner.soundFunctions {
        let name = inner.endpointName(of: function)
        guard !names.contains(name) else { continue }
        names.append(name)
        writer.attributes(availability)
        let value = "\(path).\(inner.endpointsName).\(function.name.staticMember.source)"
        writer.line(
          "\(inner.access(of: function).forScopes)static let \(name.source, at: word(of: function)) = \(value)"
            as LocatedText)
      }
    }
    writer.gap()
    writer.line("/// All endpoints, beginning with those of this struct.")
    let head = "\(scope.access.forMembers)static var all: [Contract::APIOperation]"
    guard isDeprecated else { return writer.block(head) { render(all: names, into: &$0) } }
    writer.block(head) { $0.line(DeprecatedUse.value()) }
    writer.gap()
    writer.deprecatedUse("[Contract::APIOperation]") { render(all: names, into: &$0) }
  }

  /// Returns the name of a nested scope inside the enum, where an input may have the name of a scope.
  private func path(to inner: ScopeModel) -> String {
    let names = inner.frames.dropFirst().map(\.name)
    let inputs = functions.flatMap { [$0.inputName, $0.responseName, $0.name.staticMember] }
    let outer = names.first.map(inputs.contains) == true ? [scope.frame.name] : []
    return (outer + names).map(\.source).joined(separator: ".")
  }

  private func render(all names: [Identifier], into writer: inout SourceWriter) {
    writer.line("[")
    writer.indented { writer in
      for name in names { writer.line("\(name.source).operation,") }
    }
    writer.line("]")
  }
}

extension ScopeModel {
  /// The functions without errors; none in a generic struct or inside a generic type, which cannot store endpoints.
  var soundFunctions: [ScopeFunctionModel] {
    guard genericType == nil, frames.allSatisfy({ $0.declaration.genericParameterClause == nil }) else { return [] }
    let clashing = Set(ScopeNameRule.clashingFunctions(in: self).map(\.function.id))
    let locations = usedLocations
    return functions.filter {
      !clashing.contains($0.function.id) && ScopeFunctionRule.findings(in: $0, of: self).isEmpty
        && ScopeNameRule.attributeNameFindings($0, in: locations).isEmpty
        && !$0.inputs.contains(where: \.hasMisfit)
    }
  }

  /// The nested scopes without errors, whose properties have unique names.
  var soundScopes: [ScopeModel] {
    let clashing = Set(ScopeNameRule.clashingScopes(in: self).map(\.frame.declaration.id))
    return scopes.filter { inner in
      ScopeStructRule.findings(in: inner).isEmpty && !clashing.contains(inner.frame.declaration.id)
    }
  }

  /// The name of the property that sends requests. It differs from `caller` if a member has this name by error.
  var callerName: String { takenNames.contains("caller") ? "__caller" : "caller" }

  /// The name of the enum with the endpoints. It differs from `Endpoints` if a member has this name by error.
  var endpointsName: String { takenNames.contains("Endpoints") ? "__Endpoints" : "Endpoints" }

  /// The names of generated members that the user's members have.
  private var takenNames: Set<String> { Set(ScopeNameRule.takenMembers(of: self).map(\.name)) }

  /// This scope and all nested ones that can be reached through scopes without errors.
  var everySoundScope: [ScopeModel] { [self] + soundScopes.flatMap(\.everySoundScope) }

  /// The access level of the scope: the level of its least visible struct.
  var access: Access { Access.narrowest(frames.map(\.access)) }

  /// Returns the access level of a function.
  func access(of function: ScopeFunctionModel) -> Access { Access.narrowest([access, function.access]) }

  /// Returns the inputs of a function, beginning with those of the paths.
  func inputs(of function: ScopeFunctionModel) -> [InputModel] {
    let inputs = (arguments + function.path.arguments).map(\.input) + function.inputs.map(\.input)
    let validations = function.validations
    return inputs.map { input in
      var input = input
      input.type = hidingTypes.written(input.type)
      input.rules = validations.filter { $0.name == input.name.name }.flatMap(\.rules).map { LocatedText(inner: $0) }
      return input
    }
  }

  /// Returns the whole path of a function.
  func template(of function: ScopeFunctionModel) -> PathTemplate {
    let segments = frames.flatMap(\.path.segments) + function.path.segments
    let texts = segments.map { segment in
      switch segment.kind {
      case .constant(let text): text
      case .placeholder(let name): "{\(name)}"
      case .rest(let name): "{\(name)...}"
      }
    }
    let text = "/" + texts.joined(separator: "/") + (function.path.query.map { "?" + $0 } ?? "")
    return PathTemplate(text: text, segments: segments, queryNames: function.path.queryNames)
  }

  /// Returns the name of a function's endpoint in the list of all endpoints, such as `petsFind`.
  func endpointName(of function: ScopeFunctionModel) -> Identifier {
    let words = frames.dropFirst().map(\.name.name) + [function.name.name]
    guard let first = words.first, words.count > 1 else { return function.name }
    return words.dropFirst().reduce(Identifier(first.prefix(1).lowercased() + first.dropFirst())) { name, word in
      Identifier(word).prefixed(name.name)
    }
  }
}

extension Access {
  /// Returns the least visible of several levels.
  static func narrowest(_ levels: [Access]) -> Access {
    let order: [Access] = [.private, .fileprivate, .unspecified, .internal, .package, .public]
    return order.first(where: levels.contains) ?? .unspecified
  }

  /// The keyword before declarations generated for a member with this level, with a trailing space. `private` would hide
  /// the declarations from the outer struct.
  var forScopes: String { self == .private || self == .fileprivate ? "fileprivate " : forMembers }
}

extension SourceWriter {
  /// Adds constants and their memberwise initializer.
  mutating func members(_ members: [(name: Identifier, type: LocatedText)], modifiers: String) {
    for member in members { line("\(modifiers)let \(member.name.source): \(member.type)" as LocatedText) }
    gap()
    let parameters: [LocatedText] = members.map { member in
      "\(member.name.name == "self" ? "`self` \(member.name.local)" : member.name.source): \(member.type)"
    }
    block("\(modifiers)init(" as LocatedText, parameters, ")") { writer in
      for member in members {
        let value = member.name.name == "self" ? member.name.local : member.name.source
        writer.line("self.\(member.name.source) = \(value)")
      }
    }
  }
}
