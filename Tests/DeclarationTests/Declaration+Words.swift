/// Single wrong or missing words, whose errors would be repeated in generated code.
extension Declaration {
  static let words: [Declaration] = [
    Declaration(
      "attributes without their arguments",
      """
      @API @Mock protocol A: Sendable { @GET("/a") @Deprecated func a() async throws }
      @API @Deprecated() protocol B: Sendable { @GET("/b") func b() async throws }
      @API struct C { @GET @Deprecated func c() -> Int {} }
      @API final class D: EndpointGroup { @GET("/d") @Deprecated var d: () async throws -> Int }
      @API protocol E: Sendable { @GET("/e") @Timeout @Headers @KeyMapping func e() async throws }
      @API protocol F: Sendable { @POST("/f") @Coder func f(a: Int) async throws }
      """,
      [
        "2:57 error: missing argument for parameter #1 in macro expansion",
        "3:18 error: missing argument for parameter #1 in macro expansion",
        "4:33 error: missing argument for parameter #1 in macro expansion",
        "5:59 error: missing argument for parameter #1 in macro expansion",
        "6:48 error: missing argument for parameter #1 in macro expansion",
        "6:57 error: missing argument for parameter #1 in macro expansion",
        "6:69 error: missing argument for parameter #1 in macro expansion",
        "7:41 error: missing arguments for parameters 'encoder', 'decoder' in macro expansion",
      ]),
    Declaration(
      "types with known names as the requests of a group",
      """
      @API final class G: EndpointGroup {
        @GET("/a") var a: (Int) async throws -> Int
        @GET("/b") var b: ([String]) async throws -> Int
      }
      @API final class H: EndpointGroup { @GET("/a") var a: Endpoint<Empty, Int> }
      """,
      [
        "3:22 error: An endpoint has only one request; put the inputs of 'a' into a struct with '@Request'.",
        "4:22 error: An endpoint has only one request; put the inputs of 'b' into a struct with '@Request'.",
      ]),
    Declaration(
      "placeholders without a name or with another type than a name",
      """
      @API struct A { @Path("{}") struct B { @GET func c() -> Int {} } }
      @API struct D { @Path("{x: Int...}") struct E { @GET func f() -> Int {} } }
      @API struct G { @GET("a/{x: Int...}") func h() -> Int {} }
      @API struct I { @Path("{x: Int?}") struct J { @GET func k() -> Int {} } }
      """,
      [
        "2:23 error: A placeholder needs a name, such as ':id'.",
        "3:23 error: A placeholder of several segments has the dots after its name; write '{x...}'.",
        "4:22 error: A placeholder of several segments has the dots after its name; write '{x...}'.",
        "5:23 error: 'Int?' cannot be the type of a placeholder, because a segment always has exactly one value; "
          + "write a name such as 'UUID'.",
      ]),
    Declaration(
      "inputs and values called let and var",
      """
      @API @Mock protocol A: Sendable { @GET("/a") func a(`let`: Int, `var` b: Int?) async throws -> Int }
      @Request struct B { @Query var `let`: Int; @Query var `var`: Int }
      @API struct C {
        @GET func a(@Query `let`: Int) -> Int {}
        @Path("{var}") struct D { @GET("{let: Int}") func b(@Query page: Int = 1) -> Int {} }
      }
      @Schema enum E { case a(`let`: Int, `var`: Int) }
      """,
      []),
    Declaration(
      "types whose values cannot be sent",
      """
      @Schema enum A: Character { case a = "x" }
      @Schema struct B: ~Copyable { var a: Int }
      @Schema enum C: ~Copyable { case a }
      @Request struct D: ~Copyable { @Query var a: Int }
      @Schema enum E { case a(Int.Type) }
      @API @Mock protocol F: Sendable { @GET("/f") func f(a: Int.Type) async throws -> Int }
      @APIError enum G { @Status(404) case a(Int.Type) }
      """,
      [
        "2:17 error: JSON has no characters, only text; write 'String'.",
        "3:19 error: A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'.",
        "4:17 error: A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'.",
        "5:20 error: A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'.",
        "6:25 error: 'Int.Type' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name.",
        "7:56 error: 'a' is a type, which cannot be sent; write the type of a value, such as 'String' for a name.",
        "8:40 error: 'Int.Type' is a type, which JSON cannot hold; write the type of a value, such as 'String' for a name.",
      ]),
    Declaration(
      "a location in a type that is JSON",
      """
      @Schema struct A { @Query var a: Int }
      """,
      ["2:20 error: '@Query' has no effect without '@Request'; remove it, because 'A' is JSON as a whole."]),
  ]
}
