import SwiftSyntax

/// A protocol with `@API`, read once.
struct ContractModel {
  let declaration: ProtocolDeclSyntax
  let name: Identifier
  let access: Access
  /// The path of `@API(prefix:)`.
  let prefix: PathLiteral?
  /// The failures of the protocol's own `@Throws`.
  let failures: [ExprSyntax]
  /// What the protocol's attributes say about every endpoint.
  let traits: [TraitModel]
  /// True when `@Mock` stands beside `@API`.
  let isMocked: Bool
  let endpoints: [EndpointModel]
  /// Members that no endpoint can be made of.
  let otherMembers: [MemberBlockItemSyntax]
  let availability: [AttributeSyntax]

  /// The name of a type generated beside the protocol.
  func typeName(_ suffix: String) -> String { name.suffixed(suffix).source }
}
