import SwiftSyntax

/// Reads a protocol with `@API` into a model. Reading never fails: what is wrong is for the rules to say.
enum ContractParser {
  static func parse(_ declaration: ProtocolDeclSyntax) -> ContractModel {
    let attributes = declaration.attributes
    let prefix = attributes.named("API").first?.argument("prefix").flatMap(PathParser.literal)
    let parser = EndpointParser(prefix: prefix)
    var endpoints: [EndpointModel] = []
    var otherMembers: [MemberBlockItemSyntax] = []
    for member in declaration.memberBlock.members {
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        endpoints.append(parser.parse(function))
      } else {
        otherMembers.append(member)
      }
    }
    return ContractModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers),
      prefix: prefix,
      failures: attributes.named("Throws").flatMap(\.unlabeledArguments),
      traits: TraitParser.traits(attributes),
      isMocked: !attributes.named("Mock").isEmpty,
      endpoints: endpoints,
      otherMembers: otherMembers,
      availability: attributes.named("available"))
  }
}
