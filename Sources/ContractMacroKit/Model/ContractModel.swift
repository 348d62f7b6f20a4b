import SwiftSyntax

/// The model of a protocol with `@API`.
struct ContractModel {
  let declaration: ProtocolDeclSyntax
  let name: Identifier
  let access: Access
  /// The contracts that the protocol refines. The macro does not see their functions.
  let parents: [ParentModel]
  /// The path of `@API(prefix:)`.
  let prefix: PathLiteral?
  /// The spelling of the type around the protocol; nil without one.
  let outerType: String?
  /// The failures in the `@Throws` of the protocol.
  let failures: [ExprSyntax]
  /// The traits that the protocol's attributes set for all endpoints.
  let traits: [TraitModel]
  /// True if the protocol also has `@Mock`.
  let isMocked: Bool
  let endpoints: [EndpointModel]
  /// Members that cannot be endpoints.
  let otherMembers: [MemberBlockItemSyntax]
  let availability: [AttributeSyntax]

  /// The keyword before the types generated next to the protocol, with a trailing space. In a `public extension` the
  /// keyword would be redundant, so it is empty there.
  var typeModifier: String { Access(declaration.modifiers).forTypes }

  /// Returns the name of a type generated for the protocol.
  func typeName(_ suffix: String) -> String { name.suffixed(suffix).source }
}
