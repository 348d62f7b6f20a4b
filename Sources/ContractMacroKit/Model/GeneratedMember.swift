import SwiftSyntax

/// A member that a macro adds to a user's type.
struct GeneratedMember {
  let name: String
  let isStatic: Bool
  /// The parameters of a function as labels and types, such as `into: ResultEncoder`; nil for a property.
  var parameters: [String]?

  /// Returns true if the compiler refuses a user's member in addition to this one.
  func collides(with member: DeclaredMember) -> Bool {
    guard member.name == name else { return false }
    switch member.kind {
    case .property: return parameters == nil && !isStatic
    case .staticProperty: return parameters == nil && isStatic
    case .function: return !isStatic && collides(withFunction: member)
    case .staticFunction: return isStatic && collides(withFunction: member)
    case .type: return isStatic
    case .enumCase: return parameters == nil && isStatic && member.isBare
    case .initializer: return false
    }
  }

  private func collides(withFunction member: DeclaredMember) -> Bool {
    guard let parameters else { return member.isBare }
    return member.parameters == parameters
  }
}

extension DeclaredMember {
  /// The parameters of a function as labels and types without modules and attributes; empty for other members.
  var parameters: [String] {
    let parameters = declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
    return parameters?.map { parameter in
      let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      return "\(parameter.firstName.text): \(type.baseName ?? type.trimmedDescription)"
    } ?? []
  }

  /// Returns the members of a declaration that collide with generated ones.
  static func members(
    of declaration: some DeclGroupSyntax, collidingWith generated: [GeneratedMember]
  ) -> [DeclaredMember] {
    members(of: declaration).filter { member in generated.contains { $0.collides(with: member) } }
  }
}

extension SchemaModel {
  /// The user's members that have the name of a generated member.
  var takenMembers: [DeclaredMember] {
    let generated = [
      GeneratedMember(name: "schema", isStatic: true),
      GeneratedMember(name: "read", isStatic: true, parameters: ["_: SchemaReader"]),
      GeneratedMember(name: "write", isStatic: false, parameters: ["_: SchemaWriter"]),
    ]
    return DeclaredMember.members(of: declaration, collidingWith: generated)
  }
}

extension FailureModel {
  /// The user's members that have the name of a generated member.
  var takenMembers: [DeclaredMember] {
    var generated = [
      GeneratedMember(name: "declaredCases", isStatic: true),
      GeneratedMember(name: "declaredCase", isStatic: false),
      GeneratedMember(name: "encodeMembers", isStatic: false, parameters: ["into: FailureEncoder"]),
      GeneratedMember(name: "decode", isStatic: true, parameters: ["_: FailureCode", "from: FailureDecoder"]),
    ]
    if codeMember != "code" { generated.append(GeneratedMember(name: "codeMember", isStatic: true)) }
    return DeclaredMember.members(of: declaration, collidingWith: generated)
  }
}

extension ResultEnumModel {
  /// The user's members that have the name of a generated member.
  var takenMembers: [DeclaredMember] {
    let generated = [
      GeneratedMember(name: "declaredResults", isStatic: true),
      GeneratedMember(name: "encode", isStatic: false, parameters: ["into: ResultEncoder"]),
      GeneratedMember(name: "decode", isStatic: true, parameters: ["_: Int", "from: ResultDecoder"]),
    ]
    return DeclaredMember.members(of: declaration, collidingWith: generated)
  }
}

extension [DeclaredMember] {
  /// Returns the name under which a requirement such as `read(_:)` is generated. If a user's member has the requirement's
  /// name, adds an attribute for the requirement and returns a free name.
  func implementing(_ requirement: String, of type: String, into writer: inout SourceWriter) -> String {
    let name = String(requirement.prefix { $0 != "(" })
    guard contains(where: { $0.name == name }) else { return name }
    writer.introduce("@_implements(Contract::\(type), \(requirement))")
    return "__" + name
  }
}
