/// Errors in the use of `Patch` and `JSONValue`.
extension Mistake {
  static let patches: [Mistake] = [
    .function(
      "patch-location", "@GET(\"/todos\") func list(owner: ▶Patch<String>) async throws",
      "A query value is never null, so 'owner' cannot be cleared; write 'String?', or send 'owner' in the body."),
    .function(
      "patch-location", "@PATCH(\"/todos/:id\") func edit(id: ▶Patch<Int>) async throws",
      "A path value is never null, so 'id' cannot be cleared; write 'Int', or send 'id' in the body."),
    .function(
      "patch-location", "@PATCH(\"/todos\") func edit(owner: ▶Header<Patch<String>>) async throws",
      "A header value is never null, so 'owner' cannot be cleared; write 'String?', or send 'owner' in the body."),
    .function(
      "patch-location", "@PATCH(\"/todos\") func edit(owner: ▶Body<Patch<Owner>>) async throws",
      "A body is never absent, so 'owner' cannot be a 'Patch'; write 'Owner?', or 'Patch' for its members."),
    .function(
      "optional-patch", "@PATCH(\"/todos\") func edit(owner: ▶Patch<String?>) async throws",
      "'.clear' is null already, so 'owner' needs no '?' inside; write 'Patch<String>'."),
    .function(
      "optional-patch", "@PATCH(\"/todos\") func edit(owner: ▶Patch<String>?) async throws",
      "A 'Patch' can be absent already, so 'owner' needs no '?'; write 'Patch<String>'."),
    .function(
      "patch-default",
      "@PATCH(\"/todos\") @Default(\"owner\", ▶Patch<String>.clear) func edit(owner: Patch<String>) async throws",
      "An absent 'owner' leaves the value unchanged; remove '@Default'."),
    Mistake(
      "patch-location", "@Request struct Change { @Query var owner: ▶Patch<String> }",
      "A query value is never null, so 'owner' cannot be cleared; write 'String?', or send 'owner' in the body."),
    Mistake(
      "patch-default", "@Request struct Change { @Field var owner: Patch<String> = ▶.clear }",
      "An absent 'owner' leaves the value unchanged; write '= .leave', or no initial value."),
    Mistake(
      "patch-default", "@Schema struct Change { var owner: Patch<String> = ▶.set(\"Ann\") }",
      "An absent 'owner' leaves the value unchanged; write '= .leave', or no initial value."),
    Mistake(
      "optional-patch", "@Schema struct Change { var owner: ▶Patch<String?> = .leave }",
      "'.clear' is null already, so 'owner' needs no '?' inside; write 'Patch<String>'."),
    Mistake(
      "patch-location", "@Schema enum Change { case edit(owner: ▶Patch<String>) }",
      "A 'Patch' is a member of a struct; make the associated value a struct with '@Schema' that has 'owner'."),
    .function(
      "json-location", "@GET(\"/todos\") func list(filter: ▶JSONValue?) async throws",
      "A query value has no JSON type, so 'filter' cannot be any JSON; write 'String', or send 'filter' in the body."),
    .function(
      "json-location", "@GET(\"/todos\") func list(filter: ▶Header<JSONValue>) async throws",
      "A header value has no JSON type, so 'filter' cannot be any JSON; write 'String', or send 'filter' in the body."),
  ]
}
