import SwiftSyntax

/// A renderer of the members of a scope: a struct with `@API`, or a nested struct with `@Path`.
struct ScopeRenderer {
  let scope: ScopeModel
  var locations = SourceLocations.none

  /// Returns the members.
  func render() -> String {
    var writer = SourceWriter(locations: locations)
    if scope.frame.isRoot { renderLocations(into: &writer) }
    renderStorage(into: &writer)
    for inner in scope.soundScopes {
      writer.gap()
      renderAccessor(of: inner, into: &writer)
    }
    let functions = scope.soundFunctions
    for function in functions {
      writer.gap()
      render(function, into: &writer)
      guard let paged = PagedFunction(function, in: scope) else { continue }
      writer.gap()
      paged.render(into: &writer)
    }
    writer.gap()
    ScopeEndpointsRenderer(scope: scope, functions: functions).render(into: &writer)
    return writer.text
  }

  /// Adds types for the attributes of parameters. The compiler finds these types before the macros of the same names.
  private func renderLocations(into writer: inout SourceWriter) {
    let taken = ScopeNameRule.takenMembers(of: scope).map(\.name)
    for name in scope.usedLocations.subtracting(taken).sorted() {
      writer.line("/// The location of a parameter.")
      writer.line("\(scope.access.forMembers)typealias \(name)<Value> = Contract::_ScopeParameter<Value>")
      writer.gap()
    }
  }

  private func renderStorage(into writer: inout SourceWriter) {
    let frame = scope.frame
    let access = scope.access.forMembers
    writer.line("/// The caller that sends the requests.")
    writer.line("\(access)nonisolated let \(scope.callerName): any Contract::EndpointCaller")
    for argument in scope.arguments {
      writer.line("fileprivate nonisolated let \(argument.name.local): \(argument.typeModel)" as LocatedText)
    }
    writer.gap()
    if frame.isRoot { writer.line("/// Creates a client that calls the endpoints with `caller`.") }
    let parameters: [LocatedText] = scope.arguments.map { "\($0.name.declaredLabel) \($0.name.local): \($0.typeModel)" }
    let head: LocatedText = "\(frame.isRoot ? access : "fileprivate ")nonisolated init("
    writer.block(head, ["_ caller: any Contract::EndpointCaller"] + parameters, ")") { writer in
      writer.line("self.\(scope.callerName) = caller")
      for argument in scope.arguments { writer.line("self.\(argument.name.local) = \(argument.name.local)") }
    }
  }

  private func renderAccessor(of inner: ScopeModel, into writer: inout SourceWriter) {
    let frame = inner.frame
    let access = inner.access.forScopes
    let type = frame.name.source
    let outer = scope.arguments.map { "\($0.name.label): self.\($0.name.local)" }
    let own = frame.path.arguments.map { "\($0.name.label): \($0.name.local)" }
    let value = "\(type)(\((["self.\(scope.callerName)"] + outer + own).joined(separator: ", ")))"
    for line in Documentation(of: [frame.declaration.firstToken(viewMode: .sourceAccurate)].compactMap { $0 }).lines {
      writer.line(line)
    }
    writer.attributes(frame.declaration.attributes.named("available"))
    guard !frame.path.arguments.isEmpty else {
      return writer.line("\(access)nonisolated var \(frame.accessor.source): \(type) { \(value) }")
    }
    let parameters = frame.path.arguments.enumerated().map { index, argument -> LocatedText in
      "\(index == 0 ? "_" : argument.name.declaredLabel) \(argument.name.local): \(argument.typeModel)"
    }
    let name = frame.path.isArgumentsOnly ? "callAsFunction" : frame.accessor.source
    let head: LocatedText = "\(access)nonisolated func \(name)("
    writer.block(head, parameters, ") -> \(type)" as LocatedText) { $0.line(value) }
  }

  private func render(_ function: ScopeFunctionModel, into writer: inout SourceWriter) {
    let placeholders: [LocatedText] = function.path.arguments.map {
      "\($0.name.declaredLabel) \($0.name.local): \($0.typeModel)"
    }
    let parameters = function.inputs.map(\.declaration)
    let result: LocatedText
    if function.responseMembers != nil {
      result = " -> \(scope.endpointsName).\(function.responseName.source)"
    } else if case .value(let type) = function.result {
      let written = LocatedText(function.result.written, at: type.anchor)
      result = " -> \(function.result.headerTuple()?.located ?? written)"
    } else {
      result = ""
    }
    for line in function.documentation.lines { writer.introduce(line) }
    writer.attributes(function.kept)
    let isolation = FunctionSignature.asyncIsolation
    let head: LocatedText = "\(scope.access(of: function).forScopes)\(isolation)func \(function.name.source)("
    writer.block(head, placeholders + parameters, ") async throws\(result)" as LocatedText) { writer in
      let arguments = ["Self.\(scope.endpointsName).\(function.name.staticMember.source)", input(function)]
      guard let change = function.clientChange else {
        return writer.list("try await self.\(scope.callerName).call(", arguments, ")")
      }
      // The local variable of an input called `caller` is `__caller`, so the caller gets another name.
      let names = (scope.arguments + function.path.arguments).map(\.name) + function.inputs.map(\.name)
      let caller = names.contains(Identifier("caller")) ? "_contractCaller" : "__caller"
      renderChange(change, of: caller, bindings: bindings(of: function), into: &writer)
      writer.list("return try await \(caller).call(", arguments, ")")
    }
  }

  /// Returns the parameters that the function's body uses, under their names in the body.
  private func bindings(of function: ScopeFunctionModel) -> [String] {
    let used = Set(function.function.body?.statements.tokens(viewMode: .sourceAccurate).map(\.text) ?? [])
    let outer = scope.arguments.map { (name: $0.name, value: "self.\($0.name.local)") }
    let own = (function.path.arguments.map(\.name) + function.inputs.map(\.name)).map { (name: $0, value: $0.local) }
    return (outer + own).filter { used.contains($0.name.source) && $0.name.name != "self" }
      .map { "let \($0.name.source) = \($0.value)" }
  }

  /// Declares `caller` as the client that the function's body modifies. Callers that are not clients are not modified.
  private func renderChange(_ change: String, of caller: String, bindings: [String], into writer: inout SourceWriter) {
    writer.line("var \(caller) = self.\(scope.callerName)")
    writer.block("if let client = \(caller) as? ContractClient::APIClient") { writer in
      for binding in bindings { writer.line(binding) }
      writer.line("\(caller) = try { () throws -> ContractClient::APIClient in")
      writer.indented { writer in
        // Empty lines are kept, because they may be in a literal, as may other newlines of Unicode.
        let lines = change.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for line in lines {
          writer.line(String(line))
        }
      }
      writer.line("}()")
    }
  }

  /// Returns the input of a function's endpoint.
  private func input(_ function: ScopeFunctionModel) -> String {
    let outer = scope.arguments.map { "\($0.name.label): self.\($0.name.local)" }
    let own = function.path.arguments.map(\.name) + function.inputs.map(\.name)
    let members = outer + own.map { "\($0.label): \($0.local)" }
    return members.isEmpty
      ? "Contract::Empty()"
      : "Self.\(scope.endpointsName).\(function.inputName.source)(\(members.joined(separator: ", ")))"
  }
}

extension ScopeInput {
  /// The parameter of a generated function. Its local name differs from the input's name.
  var declaration: LocatedText {
    let value: LocatedText = (defaultValue ?? (type.isPatch ? type.leave : nil)).map { " = \(LocatedText($0))" } ?? ""
    return "\(label?.source ?? "_") \(name.local): \(LocatedText(type))\(value)"
  }
}
