import SwiftSyntax

/// A parser of declared coding keys.
enum SchemaKeysParser {
  /// Returns the type `name` inside a declaration, or nil.
  static func keys(_ name: String, in block: MemberBlockSyntax) -> SchemaKeysModel? {
    for member in block.members {
      if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == name {
        return SchemaKeysModel(declaration: member.decl, name: alias.name, keys: [], isReadable: false)
      }
      guard let type = member.decl.asProtocol((any NamedDeclSyntax).self), type.name.text == name,
        member.decl.asProtocol((any DeclGroupSyntax).self) != nil
      else { continue }
      guard let type = member.decl.as(EnumDeclSyntax.self) else {
        return SchemaKeysModel(declaration: member.decl, name: type.name, keys: [], isReadable: false)
      }
      return SchemaKeysModel(declaration: member.decl, name: type.name, keys: keys(of: type), isReadable: true)
    }
    return nil
  }

  private static func keys(of type: EnumDeclSyntax) -> [SchemaKeysModel.Key] {
    // Numeric raw values are ignored, because they become `intValue`, which JSON does not use.
    let isText = type.inheritanceClause?.inheritedTypes.first?.type.baseName == "String"
    return type.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements).map {
      element in
      let name = Identifier(element.name)
      guard isText, let raw = element.rawValue?.value else {
        return SchemaKeysModel.Key(token: element.name, name: name, text: name.name)
      }
      return SchemaKeysModel.Key(token: element.name, name: name, text: raw.stringValue)
    }
  }
}
