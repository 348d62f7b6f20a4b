/// Patches, JSON values and open enumerations.
extension Declaration {
  static let patches: [Declaration] = [
    Declaration(
      "patches, JSON values and open enumerations in every position",
      """
      enum State: String, Sendable { case open, closed }
      struct Owner: Codable, Sendable { var name: String }
      @Schema struct Change {
        @Validate(.length(1...9)) var title: Patch<String>
        var owner: Patch<Owner> = .leave
        var extra: JSONValue
        var more: JSONValue?
        var state: Open<State>
      }
      @Schema public struct Item<T> { public var value: Patch<T> = .leave }
      struct Plain: Codable, Sendable { var title: Patch<String> = .leave, owner: Patch<Owner>, extra: JSONValue }
      @Request struct Edit {
        @Path var id: Int
        @Validate(.range(1...9)) @Field var rank: Patch<Int>
        @Field var owner: Patch<Owner> = .leave
      }
      @API @Mock protocol T: Sendable {
        @PATCH("/a/:id") @Validate("title", .length(1...9))
        func edit(id: Int, title: Patch<String>, owner: Patch<Owner>, extra: JSONValue) async throws -> JSONValue
        @PATCH("/b") @MergePatch func merge(change: Body<Change>) async throws -> Plain
        @GET("/c/:state") func list(state: Open<State>, other: Open<State>?, third: Header<Open<State>>) async throws
        @POST("/d") func value(value: Body<JSONValue>) async throws -> [JSONValue]
      }
      @API final class G: EndpointGroup { @PATCH("/e/:id") var edit: Endpoint<Edit, String> }
      func use(_ t: any T) async throws {
        _ = try await t.edit(id: 1, owner: .clear, extra: ["a": 1])
        _ = try await t.edit(id: 1, title: .set("a"), owner: .leave, extra: .null)
      }
      """, []),
    Declaration(
      "a patch in a query",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a(name: Patch<String>) async throws -> String
      }
      """,
      [
        "3:27 error: A query value is never null, so 'name' cannot be cleared; write 'String?', or send 'name' in the "
          + "body."
      ]),
    Declaration(
      "a patch of an optional, and one that is cleared when it is absent",
      """
      @Schema struct Change {
        var name: Patch<String?>
        var owner: Patch<String> = .clear
      }
      """,
      [
        "3:13 error: '.clear' is null already, so 'name' needs no '?' inside; write 'Patch<String>'.",
        "4:30 error: An absent 'owner' leaves the value unchanged; write '= .leave', or no initial value.",
      ]),
    Declaration(
      "a patch of a type that is not Codable",
      """
      struct User: Sendable { var id: Int }
      @API @Mock protocol T: Sendable {
        @PATCH("/a") func a(user: Patch<User>) async throws
      }
      """,
      [
        "4:29 error: 'field' is unavailable: a field of the body must be Codable: declare its type with "
          + "`: Codable, Sendable`, or mark it with @Schema"
      ]),
  ]
}
