import SwiftSyntax

/// A parser of protocols with `@API`. Parsing never fails; the rules report errors.
enum ContractParser {
  static func parse(_ declaration: ProtocolDeclSyntax, in outer: [Syntax]) -> ContractModel {
    let attributes = declaration.attributes
    let prefix = attributes.named("API").first?.argument("prefix").flatMap(PathParser.literal)
    // A prefix with an error is ignored, because otherwise the error would be repeated for every path.
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
      access: Access(declaration.modifiers, in: outer.first),
      parents: declaration.inheritedProtocols.compactMap(ParentModel.init).filter {
        !InheritanceRule.markers.contains($0.name.name)
      },
      prefix: prefix,
      outerType: outer.owner,
      failures: attributes.named("Throws").flatMap(\.unlabeledArguments),
      traits: TraitParser.traits(attributes).map { $0.spellingSelf(outer.owner) },
      isMocked: !attributes.named("Mock").isEmpty,
      endpoints: endpoints,
      otherMembers: otherMembers,
      availability: attributes.named("available") + attributes.named("_spi"))
  }

  /// Appends the labels to the generated names of overloads, so that they are unique.
  private static func tellOverloadsApart(_ endpoints: inout [EndpointModel]) {
    var counts: [Identifier: Int] = [:]
    for endpoint in endpoints { counts[endpoint.name, default: 0] += 1 }
    for index in endpoints.indices where counts[endpoints[index].name, default: 0] > 1 {
      endpoints[index].generatedName = endpoints[index].labeledName
    }
  }
}
