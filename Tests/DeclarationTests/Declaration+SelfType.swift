/// `Self` in attributes and types.
extension Declaration {
  static let selfTypes: [Declaration] = [
    Declaration(
      "Self in the attributes of types inside another type",
      """
      enum Area {
        static let limit = Duration.seconds(3)
        static let host = "https://example.com"
        enum Europe { static let limit = Duration.seconds(3) }
        @API @Timeout(Self.limit) struct Store {
          static let own = Duration.seconds(3)
          @GET func a() -> Int {}
          @Path @Timeout(Self.own) struct Pets { @GET func b() -> Int {} }
        }
        @API @Timeout(Self.limit) final class G: EndpointGroup { @GET("/a") var a: () async throws -> Int }
        @Request(.post, "/a", base: Self.host) @Timeout(Self.limit) @Multipart(boundary: Self.mark)
        struct R { @Field var a: Int; typealias Response = Int }
        static let mark = "mark"
      }
      extension Area.Europe {
        @Request(.get, "/a") @Timeout(Self.limit) struct R { @Query var a: Int; typealias Response = Int }
      }
      """,
      []),
    Declaration(
      "Self in the types of inputs and results",
      """
      @API struct Store {
        struct Item: Codable, Sendable {}
        @Path("x/{id: Self.Item}") struct Pets { @GET func a() -> Int {} }
        @GET("y/{id: Self.Item}") func b(@Query x: Self.Item, @Header y: [Self.Item]) -> Int {}
        @POST func c(body: (x: Self.Item, y: Int)) -> Self.Item {}
      }
      @API final class G: EndpointGroup {
        @GET("/a") var a: Endpoint<Self.R, Int>
        @GET("/b") var b: (Self.R) async throws -> Int
        @Request struct R { @Query var a: Int }
      }
      """,
      [
        "4:9 error: 'id' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "5:8 error: 'id' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "5:46 error: 'x' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "5:69 error: 'y' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "6:26 error: 'x' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "6:49 error: The result needs a concrete type to be decoded; replace 'Self' by the type itself.",
        "9:30 error: The request of 'a' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "9:35 error: 'R' is not a member type of type 'Self'",
        "10:22 error: The request of 'b' needs a concrete type to be sent; replace 'Self' by the type itself.",
        "10:22 error: covariant 'Self' or 'Self?' can only appear as the type of a property, subscript or method "
          + "result; did you mean 'G'?",
      ]),
  ]
}
