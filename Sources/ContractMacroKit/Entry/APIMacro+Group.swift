package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@API` on a class: generates the endpoints of its variables as members, and adds accessors to each variable.
extension APIMacro: MemberMacro, MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard !RepeatedAttribute.isRepeated(node, on: declaration, in: context) else { return [] }
    if declaration.is(StructDeclSyntax.self) {
      return try ScopeMacro.expansion(
        of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
    }
    guard let declaration = declaration.as(ClassDeclSyntax.self) else { return [] }
    let group = GroupParser.parse(declaration, in: context.lexicalContext)
    Report.diagnose(GroupRules.findings(in: group), in: context)
    return [RenderedSource.declaration(GroupRenderer(group: group, locations: SourceLocations(in: context)).render())]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard !RepeatedAttribute.isRepeated(node, on: declaration, in: context) else { return [] }
    if declaration.is(StructDeclSyntax.self) {
      return try ScopeMacro.expansion(of: node, attachedTo: declaration, providingAttributesFor: member, in: context)
    }
    guard let group = declaration.as(ClassDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.canHaveAccessors
    else { return [] }
    let endpoint = GroupParser.endpoint(variable, prefix: nil)
    // An endpoint or attribute inside `#if`, which the rules report, results in a stub.
    let isUnseen = !variable.attributes.unseen.isEmpty
    guard endpoint != nil || isUnseen else { return [] }
    let isMember = DeclaredMember.members(of: group).contains { $0.name == endpoint?.name.name }
    let isGeneric = group.genericParameterClause != nil || context.lexicalContext.genericType != nil
    let isStub = isUnseen || !isMember || isGeneric
    let argument = isStub || GroupNameRule.hasConflict(in: group) ? "(isStub: true)" : ""
    let deprecation = GroupParser.deprecation(of: variable, in: group)
    return [RenderedSource.attribute("@Contract::_EndpointAccessor\(argument)")]
      + (deprecation.map { [$0] } ?? [])
  }
}
