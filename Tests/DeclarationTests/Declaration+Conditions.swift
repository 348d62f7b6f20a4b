/// Attributes and members inside `#if`.
extension Declaration {
  private static func attribute(_ place: String, _ macro: String) -> String {
    "\(place) error: An attribute inside '#if' is not seen by '\(macro)'; put the condition around two declarations instead."
  }

  static let conditions: [Declaration] = [
    Declaration(
      "attributes of a protocol and its functions inside #if",
      """
      @API @Mock protocol T: Sendable {
        #if !LOCAL
        @Security(.bearer) @Timeout(.seconds(3))
        #endif
        @GET("/a") func a(id: Int) async throws -> Int
        #if !LOCAL
        @GET("/b")
        #endif
        func b(id: Int) async throws -> Int
        @GET("/c") func c(id: Int) async throws -> Int
      }
      #if !LOCAL
      @Security(.bearer)
      #endif
      @API protocol U: Sendable { @GET("/a") func a(id: Int) async throws -> Int }
      #if !LOCAL
      @Mock
      #endif
      @API protocol V: Sendable { @GET("/a") func a(id: Int) async throws -> Int }
      """,
      [attribute("3:3", "@API"), attribute("7:3", "@API"), attribute("13:1", "@API"), attribute("17:1", "@API")]),
    Declaration(
      "macros inside #if",
      """
      #if !LOCAL
      @API(prefix: "/v1")
      #endif
      protocol T: Sendable { @GET("/a") func a(id: Int) async throws -> Int }
      #if !LOCAL
      @Request(.get, "/a")
      #endif
      struct R { @Query var b: Int; typealias Response = Int }
      #if !LOCAL
      @Schema
      #endif
      struct S { @Validate(.length(1...3)) @Doc("x") @Deprecated("x") var a: String }
      """,
      [attribute("2:1", "@API"), attribute("6:1", "@Request")]),
    Declaration(
      "attributes of types and their members inside #if",
      """
      @Schema
      #if !LOCAL
      @Positional
      #endif
      struct S { var a: String }
      @Schema struct S2 {
        #if !LOCAL
        #if !REMOTE
        @Validate(.length(1...3))
        #endif
        #endif
        var a: String
      }
      @Request struct R {
        #if !LOCAL
        @Query
        #endif
        var b: Int
      }
      @APIError enum F {
        #if !LOCAL
        @Status(404)
        #endif
        case a
      }
      @APIResult enum E {
        #if !LOCAL
        @Status(204)
        #endif
        case a
      }
      """,
      [
        attribute("3:1", "@Schema"), attribute("8:3", "@Schema"), attribute("16:3", "@Request"),
        attribute("22:3", "@APIError"), attribute("28:3", "@APIResult"),
      ]),
    Declaration(
      "attributes of groups and scopes inside #if",
      """
      @API final class G: EndpointGroup {
        #if !LOCAL
        @Security(.bearer)
        #endif
        @GET("/a") var a: Endpoint<Empty, Int>
        #if !LOCAL
        @GET("/b")
        #endif
        var b: () async throws -> Int
      }
      @API struct S {
        #if !LOCAL
        @GET
        #endif
        func b() -> Int {}
        #if !LOCAL
        @Path("x")
        #endif
        struct B { @GET func c() -> Int {} }
        #if !LOCAL
        @Security(.bearer)
        #endif
        @Path("y")
        struct C { @GET func c() -> Int {} }
      }
      """,
      [
        attribute("3:3", "@API"), attribute("7:3", "@API"), attribute("13:3", "@API"), attribute("17:3", "@API"),
        attribute("21:3", "@API"),
      ]),
    Declaration(
      "members inside #if",
      """
      @Schema struct S {
        var a: String
        #if !LOCAL
        enum CodingKeys: String, CodingKey { case a = "b" }
        #endif
      }
      @Request struct R {
        @Query var a: Int
        #if !LOCAL
        #if !REMOTE
        @Query var b: Int
        #endif
        #endif
        #if !LOCAL
        static let (c, d) = (1, 2)
        #endif
        #if !LOCAL
        var (g, h): (Int, Int)
        #endif
      }
      @API final class G: EndpointGroup {
        #if !LOCAL
        @GET("/n") var n: Endpoint<Empty, Int>
        @GET("/m") var m: () async throws -> Int
        #endif
      }
      @API struct P {
        #if !LOCAL
        @GET func b() -> Int {}
        #endif
        @Path("y") struct D {
          #if !LOCAL
          @Path("z") struct C { @GET func c() -> Int {} }
          #endif
        }
      }
      """,
      [
        "4:3 error: 'CodingKeys' inside '#if' is not seen by '@Schema'; put the condition around two types instead.",
        "10:3 error: A property inside '#if' is not seen by '@Request'; put the condition around two structs instead.",
        "18:3 error: A property inside '#if' is not seen by '@Request'; put the condition around two structs instead.",
        "23:3 error: An endpoint inside '#if' is not seen by '@API'; put the condition around two classes instead.",
        "29:3 error: An endpoint inside '#if' is not seen by '@API'; put the condition around two structs instead.",
        "33:5 error: An endpoint inside '#if' is not seen by '@API'; put the condition around two structs instead.",
      ]),
    Declaration(
      "other members and attributes inside #if",
      """
      @APIError enum F {
        @Status(404) case a
        #if !LOCAL
        static let x = 1
        #endif
      }
      @APIResult enum E {
        @Status(204) case a
        #if !LOCAL
        static let x = 1
        #endif
      }
      @API protocol T: Sendable {
        #if !LOCAL
        @discardableResult
        #endif
        @GET("/a") func a(id: Int) async throws -> Int
      }
      """,
      []),
  ]
}
