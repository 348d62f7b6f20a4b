/// Errors in types that have no values to send.
extension Mistake {
  static let unsentTypes: [Mistake] = [
    .function(
      "metatype-parameter", "@GET(\"/todos\") func list(kind: ▶Int.Type) async throws",
      "'kind' is a type, which cannot be sent; write the type of a value, such as 'String' for a name."),
    .scope(
      "metatype-parameter", "@GET func list(@Query kinds: ▶[Int.Type]) {}",
      "'kinds' is a type, which cannot be sent; write the type of a value, such as 'String' for a name."),
    Mistake(
      "metatype-parameter", "@Request struct Find { @Query var kind: ▶Int.Type }",
      "'kind' is a type, which cannot be sent; write the type of a value, such as 'String' for a name."),
    .function(
      "metatype-result", "@GET(\"/todos\") func list() async throws -> ▶[Int.Type]",
      "A type cannot be sent; return the type of a value, such as 'String' for a name."),
    Mistake(
      "metatype-member", "@Schema struct Todo { var kind: ▶Int.Type }",
      "'kind' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name."),
    Mistake(
      "metatype-member", "@APIError enum Failure { @Status(404) case gone(▶Int.Type) }",
      "'Int.Type' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name."),
    Mistake(
      "metatype-member", "@APIResult enum Found { @Status(200) case found(▶Int.Type) }",
      "'Int.Type' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name."),
    Mistake(
      "noncopyable", "@Schema struct Todo: ▶~Copyable { var id: Int }",
      "A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'."),
    Mistake(
      "noncopyable", "@Schema enum Kind: ▶~Copyable { case a }",
      "A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'."),
    Mistake(
      "noncopyable", "@Request struct Find: ▶~Copyable { @Query var id: Int }",
      "A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'."),
    Mistake(
      "character-enum", "@Schema enum Kind: ▶Character { case a = \"x\" }",
      "JSON has no characters, only text; write 'String'.",
      fixed: "@Schema enum Kind: String { case a = \"x\" }"),
  ]
}
