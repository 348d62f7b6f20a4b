/// Errors in the use of `@MergePatch`.
extension Mistake {
  static let mergePatches: [Mistake] = [
    .function(
      "merge-patch", "@GET(\"/todos\") ▶@MergePatch func list(limit: Int) async throws",
      "A GET request has no body, so there is nothing to merge in 'list(limit:)'; remove '@MergePatch', or use '@PATCH'."
    ),
    .function(
      "merge-patch", "@HEAD(\"/todos\") ▶@MergePatch func list() async throws",
      "A HEAD request has no body, so there is nothing to merge in 'list()'; remove '@MergePatch', or use '@PATCH'."),
    .function(
      "merge-patch", "@PATCH(\"/todos/:id\") ▶@MergePatch func edit(id: Int) async throws",
      "'edit(id:)' has no object in its body that could be merged; remove '@MergePatch', or add a member."),
    .function(
      "merge-patch", "@PATCH(\"/todos\") ▶@MergePatch func edit(text: Body<String>) async throws",
      "'text' is text, and only an object can be merged; remove '@MergePatch', or send a type that is Codable."),
    .function(
      "merge-patch", "@PATCH(\"/todos\") ▶@MergePatch func edit(bytes: Body<[UInt8]>) async throws",
      "'bytes' is bytes, and only an object can be merged; remove '@MergePatch', or send a type that is Codable."),
    .function(
      "merge-patch", "@PATCH(\"/todos\") ▶@MergePatch func edit(bytes: Body<ByteStream>) async throws",
      "'bytes' is a stream, and only an object can be merged; remove '@MergePatch', or send a type that is Codable."),
    .function(
      "merge-patch", "@PATCH(\"/todos\") @Multipart ▶@MergePatch func edit(file: Part) async throws",
      "'file' is a part of a multipart body, which cannot be merged; remove '@MergePatch'."),
    Mistake(
      "merge-patch", "@API ▶@MergePatch protocol Todos: Sendable { @GET(\"/a\") func a() async throws }",
      "No endpoint of 'Todos' has an object in its body, so '@MergePatch' has no effect; remove it."),
    Mistake(
      "merge-patch", "@Request(.get, \"/a\") ▶@MergePatch struct Edit { typealias Response = Empty }",
      "A GET request has no body, so there is nothing to merge in 'Edit'; remove '@MergePatch', or write '.patch'."),
    Mistake(
      "merge-patch", "@Request ▶@MergePatch struct Edit { @Query var a: Int }",
      "'Edit' has no object in its body that could be merged; remove '@MergePatch', or add a member."),
    Mistake(
      "merge-patch", "@Request ▶@MergePatch struct Edit { @Body var a: Data }",
      "'a' is bytes, and only an object can be merged; remove '@MergePatch', or send a type that is Codable."),
    Mistake(
      "merge-patch", "@Request ▶@MergePatch struct Edit { @Part var a: Part; @Part var b: Part }",
      "'a' is a part of a multipart body, which cannot be merged; remove '@MergePatch'."),
    .group(
      "merge-patch", "@GET(\"/a\") ▶@MergePatch var a: Endpoint<Edit, Int>",
      "A GET request has no body, so there is nothing to merge in 'a'; remove '@MergePatch', or use '@PATCH'."),
    .group(
      "merge-patch", "@PATCH(\"/a\") ▶@MergePatch var a: () async throws -> Int",
      "'a' has no object in its body that could be merged; remove '@MergePatch', or add a member."),
    Mistake(
      "merge-patch", "@API ▶@MergePatch final class Todos: EndpointGroup { @GET(\"/a\") var a: Endpoint<List, Int> }",
      "No endpoint of 'Todos' has an object in its body, so '@MergePatch' has no effect; remove it."),
    Mistake(
      "merge-patch", "@API struct Store { @PATCH ▶@MergePatch func edit(@Query a: Int) {} }",
      "'edit' has no object in its body that could be merged; remove '@MergePatch', or add a member."),
    Mistake(
      "merge-patch", "@API struct Store { @PATCH ▶@MergePatch func edit(_ body: String) {} }",
      "'body' is text, and only an object can be merged; remove '@MergePatch', or send a type that is Codable."),
    Mistake(
      "merge-patch", "@API ▶@MergePatch struct Store { @Path struct Pets { @GET func list() -> [Int] {} } }",
      "No endpoint of 'Store' has an object in its body, so '@MergePatch' has no effect; remove it."),
  ]
}
