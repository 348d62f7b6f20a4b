/// A renderer of aliases for member types that may not exist.
///
/// The compiler asks for the generic arguments of `[Foo]?` if `Foo` is unknown, but not for those of an alias. The aliases
/// also name the types in the extension of a nested type, which does not see its sibling types.
struct SchemaTypesRenderer {
  let schema: SchemaModel

  func render(into writer: inout SourceWriter) {
    writer.block("private nonisolated enum __Types") { writer in
      for member in schema.members where Self.name(of: member) != nil {
        guard let type = member.type?.spellingSelf(schema.name) else { continue }
        writer.line("typealias \(member.name.local) = \(type)" as LocatedText)
      }
    }
  }

  /// Returns the alias of a member's type; nil for a type that exists.
  static func name(of member: SchemaMemberModel) -> String? {
    guard member.key != nil, let type = member.type, !type.original.isKnown else { return nil }
    return "__Types.\(member.name.local)"
  }

  /// Returns the conversion of an expression to the alias of its type, with a leading space.
  static func coercion(of member: SchemaMemberModel) -> String {
    name(of: member).map { " as \($0)" } ?? ""
  }
}
