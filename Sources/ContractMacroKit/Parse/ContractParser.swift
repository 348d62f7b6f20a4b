import SwiftSyntax

/// Reads a protocol with `@API` into a model. Reading never fails: what is wrong is for the rules to say.
enum ContractParser {
  static func parse(_ declaration: ProtocolDeclSyntax) -> ContractModel {
    let attributes = declaration.attributes
    let prefix = attributes.named("API").first?.argument("prefix").flatMap(PathParser.literal)
    // A prefix with a mistake of its own would be one of every path as well.
    let isSound = attributes.named("API").first.map { PrefixRule.findings(in: $0, prefix).isEmpty } ?? true
    let parser = EndpointParser(prefix: isSound ? prefix : nil, deprecations: attributes.named("Deprecated"))
    var endpoints: [EndpointModel] = []
    var otherMembers: [MemberBlockItemSyntax] = []
    for member in declaration.memberBlock.members {
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        endpoints.append(parser.parse(function))
      } else {
        otherMembers.append(member)
      }
    }
    tellOverloadsApart(&endpoints)
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
      availability: attributes.named("available") + attributes.named("_spi"))
  }

  /// Gives functions of one name the names of their labels too, so that what is generated for them is kept apart.
  private static func tellOverloadsApart(_ endpoints: inout [EndpointModel]) {
    var counts: [Identifier: Int] = [:]
    for endpoint in endpoints { counts[endpoint.name, default: 0] += 1 }
    for index in endpoints.indices where counts[endpoints[index].name, default: 0] > 1 {
      endpoints[index].generatedName = endpoints[index].labeledName
    }
  }
}
