/// Paths.
extension Declaration {
  static let paths: [Declaration] = [
    Declaration(
      "an optional placeholder",
      """
      @API @Mock protocol T: Sendable {
        @GET("/users2/:id?") func a(id: String) async throws -> String
      }
      """,
      [
        "3:8 error: A segment cannot be optional, and '?' begins a query; remove it, and write a second "
          + "function for the path without the last segment."
      ]),
    Declaration(
      "a placeholder in a query",
      """
      @API @Mock protocol T: Sendable {
        @GET("/users3?x=:y") func a(y: String) async throws -> String
        @GET("/users4?y=:y") func b(y: String) async throws -> String
      }
      @Request(.get, "/users?x=:y") struct R { @Query var a: Int; typealias Response = Int }
      @Request(.get, "/users?x={x}") struct R2 { @Query var a: Int; typealias Response = Int }
      @API struct S { @GET("users?x=:y") func a() -> Int {} }
      @API final class G: EndpointGroup { @GET("/users?x=:y") var a: () async throws -> Int }
      """,
      [
        "3:8 error: A placeholder is a segment of the path; remove 'x=:y', because a parameter 'y: Query<String>' with "
          + "'@Name(\"y\", \"x\")' is sent in the query automatically.",
        "4:8 error: A placeholder is a segment of the path; remove 'y=:y', because a parameter 'y: Query<String>' is sent in the query automatically.",
        "6:16 error: A placeholder is a segment of the path; remove 'x=:y', because a member '@Query(\"x\") var y: String' is sent in the query automatically.",
        "7:16 error: A placeholder is a segment of the path; remove 'x={x}', because a member '@Query var x: String' is sent in the query automatically.",
        "8:22 error: A placeholder is a segment of the path; remove 'x=:y', because a parameter '@Query(\"x\") y: String' is sent in the query automatically.",
        "9:42 error: A placeholder is a segment of the path; remove 'x=:y', because a member '@Query(\"x\") var y: String' of "
          + "its '@Request' struct is sent in the query automatically.",
      ]),
    Declaration(
      "a placeholder in angle brackets",
      """
      @API @Mock protocol T: Sendable {
        @GET("/users/<id>") func a(id: String) async throws -> String
      }
      """,
      [
        "3:8 error: A placeholder is written with a colon; write ':id'."
      ]),
    Declaration(
      "a placeholder with a dollar sign",
      """
      @API @Mock protocol T: Sendable {
        @GET("/users/$id") func a(id: String) async throws -> String
      }
      """,
      [
        "3:8 error: A placeholder is written with a colon; write ':id'."
      ]),
    Declaration(
      "a whole URL",
      """
      @API @Mock protocol T: Sendable {
        @GET("https://x.com/a") func a() async throws -> String
      }
      """,
      [
        "3:8 error: The client sets the base URL; write \"/a\"."
      ]),
    Declaration(
      "a prefix with its slash at the wrong end",
      """
      @API(prefix: "v1/") protocol T: Sendable {
        @GET("/a") func a() async throws -> String
      }
      """,
      [
        "2:14 error: The prefix must start with '/': write \"/v1\"."
      ]),
    Declaration(
      "a placeholder with a type",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a/{id: Int}") func a(id: Int) async throws -> String
      }
      """,
      [
        "3:8 error: A placeholder has the type of its parameter; write '{id}'."
      ]),
    Declaration(
      "a placeholder in capitals",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a/:ID") func a(id: Int) async throws -> String
      }
      """,
      [
        "3:8 error: The placeholder 'ID' is not 'id', the name of the parameter; write ':id'."
      ]),
    Declaration(
      "paths of a scope",
      """
      @API struct S {
        @GET("/users/:id?") func a() -> Int {}
        @GET("https://x.com/b") func b() -> Int {}
        @Path("https://x.com/c") struct C { @GET func c() -> Int {} }
      }
      """,
      [
        "3:8 error: A segment cannot be optional, and '?' begins a query; remove it, and write a second "
          + "function for the path without the last segment.",
        "4:8 error: The client sets the base URL; write \"/b\".",
        "5:9 error: The client sets the base URL; write \"/c\".",
      ]),
    Declaration(
      "paths of a request",
      """
      @Request(.get, "/users/<id>") struct R { @Path var id: Int; typealias Response = Int }
      @Request(.get, "/users/:ID") struct Q { @Path var id: Int; typealias Response = Int }
      """,
      [
        "2:16 error: A placeholder is written with a colon; write ':id'.",
        "3:16 error: The placeholder 'ID' is not 'id', the name of the member; write ':id'.",
      ]),
    Declaration(
      "prefixes with an origin, and with a slash at the wrong end",
      """
      @API(prefix: "https://x.com/v1") protocol T: Sendable { @GET("/a") func a() async throws }
      @API(prefix: "v1/") final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
      """,
      [
        "2:14 error: The client sets the base URL; write \"/v1\".",
        "3:14 error: The prefix must start with '/': write \"/v1\".",
      ]),
  ]
}
